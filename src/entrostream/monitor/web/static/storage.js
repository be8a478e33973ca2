// The browser's storage, which may be switched off: then nothing is remembered, and nothing fails.

export function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Full or switched off.
  }
}

// Lists live as long as the tab: a reload keeps them.

export function readList(key) {
  try {
    const list = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

export function writeList(key, list) {
  try {
    sessionStorage.setItem(key, JSON.stringify(list));
  } catch {
    // Full or switched off.
  }
}
