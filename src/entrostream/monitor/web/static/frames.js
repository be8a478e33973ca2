// Joins requests to draw: one drawing per interval, in the browser's own frame.

/**
 * Returns a function that asks for a drawing and returns at once.
 * @param {() => void} draw
 * @param {number} interval least milliseconds between two drawings
 */
export function limited(draw, interval) {
  let last = -Infinity;
  let isPending = false;
  const drawNow = (now) => {
    isPending = false;
    last = now;
    draw();
  };
  return () => {
    if (isPending) return;
    isPending = true;
    const wait = last + interval - performance.now();
    if (wait > 0) setTimeout(() => requestAnimationFrame(drawNow), wait);
    else requestAnimationFrame(drawNow);
  };
}
