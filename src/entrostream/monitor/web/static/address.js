// What is shown, kept in the address: a link leads a colleague to the same field and time.

/**
 * @returns {{field?: string, measure?: string, span?: string,
 *   zoom: {from: number, to: number} | null}}
 */
export function readAddress() {
  const values = new URLSearchParams(location.hash.slice(1));
  const [from, to] = [Number(values.get("from")), Number(values.get("to"))];
  return {
    field: values.get("field") ?? undefined,
    measure: values.get("measure") ?? undefined,
    span: values.get("span") ?? undefined,
    zoom: from > 0 && to > from ? { from, to } : null,
  };
}

export function writeAddress({ field, measure, span, zoom }) {
  const values = new URLSearchParams({ field, measure: measure.key, span: span.key });
  if (zoom) {
    values.set("from", Math.round(zoom.from));
    values.set("to", Math.round(zoom.to));
  }
  if (location.hash !== `#${values}`) history.replaceState(null, "", `#${values}`);
}
