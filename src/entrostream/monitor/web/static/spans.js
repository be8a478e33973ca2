// How much of the past the live chart shows.

const MINUTE = 60_000;

export const SPANS = [
  { key: "15m", name: "15 min", length: 15 * MINUTE },
  { key: "1h", name: "1 h", length: 60 * MINUTE },
  { key: "6h", name: "6 h", length: 360 * MINUTE },
  { key: "24h", name: "24 h", length: 1440 * MINUTE },
  { key: "all", name: "All", length: Infinity },
];

export const spanOf = (key) => SPANS.find((span) => span.key === key);
