// The server's answers. Addresses are relative: the page also works behind a proxy's path.

/** Shows the login form, which the server gives instead of the page. */
function logIn() {
  location.reload();
}

async function request(path, options) {
  const answer = await fetch(path, { cache: "no-store", ...options });
  if (answer.status === 401) logIn();
  if (!answer.ok) throw new Error(`the server answered ${answer.status} to ${path}`);
  return answer;
}

const getJson = async (path) => (await request(path)).json();

function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  return request(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** About two points per pixel of a large screen. */
const POINTS = 4000;

/** The history of a field; times in milliseconds, without them from the beginning, to the end. */
export function getHistory(field, { from, to } = {}) {
  const query = new URLSearchParams({ field, points: POINTS });
  if (Number.isFinite(from)) query.set("from", Math.floor(from));
  if (Number.isFinite(to)) query.set("to", Math.ceil(to));
  return getJson(`api/history?${query}`);
}

export const getAlarms = (order) => getJson(`api/alarms?order=${order}&limit=200`);
export const acknowledge = (id) => post(`api/alarms/${id}/acknowledge`, {});
export const mute = (field, seconds) =>
  post(`api/fields/${encodeURIComponent(field)}/mute`, { seconds });
