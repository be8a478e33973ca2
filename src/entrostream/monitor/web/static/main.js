// The live monitor's page: what is shown, and what happens when data or a reader change it.

import { readAddress, writeAddress } from "./address.js";
import { Alarms } from "./alarms.js";
import { Announcements } from "./announcements.js";
import { Cards } from "./cards.js";
import { Chart, hasLibrary } from "./chart.js";
import { Choices } from "./choices.js";
import { byId, setText } from "./document.js";
import { visible } from "./format.js";
import { limited } from "./frames.js";
import { Header } from "./header.js";
import { LiveHistory, zoomedSeries } from "./history.js";
import { listenToKeys } from "./keyboard.js";
import { Labels } from "./labels.js";
import { Live } from "./live.js";
import { MEASURES, measureOf } from "./measures.js";
import { showProblem } from "./problem.js";
import { readout, summary } from "./readout.js";
import { Settings } from "./settings.js";
import { SPANS, spanOf } from "./spans.js";
import { showVerdict } from "./verdict.js";

const DRAW_INTERVAL = 250; // milliseconds between drawings of live data
const SHORTEST_RANGE = 10_000; // milliseconds that the chart shows at least

const NO_EVENTS = "The curve begins with the first events.";
const FETCHING = "Fetching the history.";
const NO_LIBRARY =
  "This installation has no chart library: run tools/fetch_chart_library.py and install again. " +
  "The numbers are complete without it.";

class Page {
  #view = { field: undefined, measure: MEASURES[0], span: SPANS[1], zoom: null };
  #latest = null; // the newest snapshot
  #shown = null; // the one on the page: older than the newest while paused
  #lostAt = null;
  #isPaused = false;
  #alarmsWhilePaused = 0;
  #version = null;
  #history = null;
  #zoomed = null;
  #drawn = null;

  #header = new Header();
  #cards = new Cards(byId("fields"), (name) => this.#choose({ field: name, zoom: null }));
  #labels = new Labels();
  #announcements = new Announcements();
  #alarms = new Alarms({
    chosen: (alarm) => this.#showAlarm(alarm),
    changed: (alarms) => this.#alarmsChanged(alarms),
    problem: showProblem,
  });
  #measures = new Choices(byId("measure"), MEASURES, (key) =>
    this.#choose({ measure: measureOf(key) }));
  #spans = new Choices(byId("span"), SPANS, (key) =>
    this.#choose({ span: spanOf(key), zoom: null }));
  #drawSoon = limited(() => this.#draw(), DRAW_INTERVAL);
  #chart = hasLibrary() ? this.#makeChart() : null;
  #settings = new Settings(() => this.#repaint());
  #live = new Live({
    open: () => this.#connected(),
    snapshot: (snapshot) => this.#take(snapshot),
    lost: () => this.#lost(),
  });

  start() {
    this.#readAddress();
    this.#listen();
    this.#showChoices();
    this.#showMessage();
    this.#live.connect();
  }

  // ------------------------------------------------------------ the server

  #connected() {
    this.#lostAt = null;
    this.#history?.invalidate();
    this.#alarms.invalidate();
  }

  #lost() {
    this.#lostAt ??= Date.now();
    this.#showConnection();
    showVerdict(this.#shown, { alarms: this.#alarms.alarms, lostAt: this.#lostAt });
  }

  #take(snapshot) {
    this.#latest = snapshot;
    this.#version ??= snapshot.version;
    this.#alarms.update(snapshot.alarms);
    this.#followFields(snapshot);
    this.#takePoint();
    this.#showConnection();
    this.#header.showTab(snapshot); // at once: a tab in the background draws nothing
    if (!this.#isPaused) this.#drawSoon();
  }

  // The first field in alarm is what a reader wants to see, unless the address names one.
  #followFields({ fields }) {
    if (fields.length === 0 || fields.some((field) => field.name === this.#view.field)) return;
    const first = fields.find((field) => field.alarm) ?? fields[0];
    this.#choose({ field: first.name });
  }

  #takePoint() {
    const field = this.#latest.fields.find((each) => each.name === this.#view.field);
    if (!field?.point) return;
    this.#history ??= this.#newHistory();
    this.#history.take(field.point, this.#latest.every);
  }

  #newHistory() {
    const history = new LiveHistory(this.#view.field, this.#view.span.length, () => {
      const isCurrent = history === this.#history;
      if (isCurrent && (!this.#isPaused || this.#drawn === null)) this.#drawSoon();
    });
    return history;
  }

  #alarmsChanged(alarms) {
    const added = this.#announcements.announce(alarms);
    if (this.#isPaused) this.#alarmsWhilePaused += added;
    this.#showPause();
    this.#drawSoon();
  }

  // ------------------------------------------------------------ the reader

  #listen() {
    byId("pause").addEventListener("click", () => this.#togglePause());
    byId("reset-zoom").addEventListener("click", () => this.#resetZoom());
    byId("zoom-in").addEventListener("click", () => this.#chart?.scale(0.5));
    byId("zoom-out").addEventListener("click", () => this.#chart?.scale(2));
    byId("help-open").addEventListener("click", () => byId("help").showModal());
    byId("skip").addEventListener("click", () => byId("chart").focus());
    setText(byId("zone"), Intl.DateTimeFormat().resolvedOptions().timeZone);
    addEventListener("hashchange", () => this.#readAddress());
    const actions = {
      " ": () => this.#togglePause(),
      Escape: () => this.#resetZoom(),
      m: () => this.#choose({ measure: next(MEASURES, this.#view.measure) }),
      s: () => this.#choose({ span: next(SPANS, this.#view.span), zoom: null }),
      t: () => this.#settings.toggleTheme(),
      "?": () => byId("help").showModal(),
    };
    const chartActions = {
      ArrowLeft: () => this.#chart?.move(-0.2),
      ArrowRight: () => this.#chart?.move(0.2),
      "+": () => this.#chart?.scale(0.5),
      "-": () => this.#chart?.scale(2),
    };
    listenToKeys(() => this.#settings.hasShortcuts, actions, chartActions);
  }

  #readAddress() {
    const { field, measure, span, zoom } = readAddress();
    const known = {
      field: field ?? this.#view.field,
      measure: measureOf(measure) ?? this.#view.measure,
      span: spanOf(span) ?? this.#view.span,
      zoom,
    };
    this.#choose(known);
  }

  /** Changes what is shown, and fetches what that needs. */
  #choose(change) {
    const before = this.#view;
    const view = (this.#view = { ...before, ...change });
    if (view.field === undefined) return;
    if (view.field !== before.field || view.span !== before.span) this.#forget();
    if (view.zoom !== before.zoom || view.field !== before.field) this.#fetchZoom();
    writeAddress(view);
    this.#showChoices();
    if (this.#latest) this.#takePoint();
    this.#drawSoon();
  }

  #forget() {
    this.#history = null;
    this.#zoomed = null;
    this.#drawn = null;
    this.#chart?.clear();
  }

  // The points at hand are drawn at once; finer ones replace them when they are there.
  async #fetchZoom() {
    const { field, zoom } = this.#view;
    this.#zoomed = null;
    if (!zoom) return;
    try {
      const series = await zoomedSeries(field, zoom);
      if (this.#view.zoom !== zoom || this.#view.field !== field) return;
      this.#zoomed = series;
      this.#drawSoon();
    } catch (error) {
      showProblem(`No finer history: ${error.message}.`);
    }
  }

  #resetZoom() {
    if (this.#view.zoom) this.#choose({ zoom: null });
  }

  #showAlarm(alarm) {
    const end = alarm.cleared ?? this.#shown?.now ?? alarm.time;
    const margin = Math.max(60_000, (end - alarm.time) / 2);
    this.#choose({ field: alarm.field, zoom: { from: alarm.time - margin, to: end + margin } });
  }

  #togglePause() {
    this.#isPaused = !this.#isPaused;
    this.#alarmsWhilePaused = 0;
    this.#showPause();
    this.#showConnection();
    this.#drawSoon();
  }

  // ------------------------------------------------------------ drawing

  #draw() {
    if (!this.#isPaused) this.#shown = this.#latest;
    if (!this.#shown) return;
    const { fields, now } = this.#shown;
    this.#header.show(this.#shown);
    showVerdict(this.#shown, { alarms: this.#alarms.alarms, lostAt: this.#lostAt });
    this.#cards.show(fields, this.#view.field, now);
    this.#labels.show(fields.find((field) => field.name === this.#view.field));
    const muted = fields.filter((field) => field.muted_until !== null);
    if (!this.#isPaused) this.#alarms.show(now, new Set(muted.map((field) => field.name)));
    this.#showNote();
    this.#drawChart();
  }

  #drawChart() {
    const series = this.#zoomed ?? this.#history?.series;
    const isReady = Boolean(series?.length) && (this.#zoomed || this.#history.isLoaded);
    this.#showMessage(isReady);
    if (!this.#chart || !isReady) return;
    this.#drawn = series;
    const { field, measure, zoom } = this.#view;
    const alarms = this.#alarms.alarms.filter((alarm) => alarm.field === field);
    this.#chart.show(series, measure, zoom ?? this.#liveRange(series), alarms, this.#shown.now);
    this.#showReadout(this.#chart.row);
    setText(byId("chart-summary"), summary(series, measure, this.#chart, alarms));
  }

  #liveRange(series) {
    const to = Math.min(series.last, this.#shown.now ?? Infinity);
    const from = Math.max(to - this.#view.span.length, series.time[0]);
    return { from: Math.min(from, to - SHORTEST_RANGE), to };
  }

  #makeChart() {
    return new Chart({
      zoom: (range) => this.#choose({ zoom: range }),
      reset: () => this.#resetZoom(),
      readout: (row) => this.#showReadout(row),
      alarm: (alarm) => this.#showAlarm(alarm),
    });
  }

  #repaint() {
    this.#chart?.repaint();
    this.#drawSoon();
  }

  #showReadout(row) {
    if (this.#drawn) setText(byId("readout"), readout(this.#drawn, this.#view.measure, row));
  }

  #showChoices() {
    const { field, measure, span, zoom } = this.#view;
    this.#measures.show(measure.key);
    this.#spans.show(span.key);
    byId("reset-zoom").hidden = !zoom;
    const unit = measure.unit && measure.unit !== "events" ? ` (${measure.unit})` : "";
    const title = field === undefined ? "Chart" : `${visible(field)}: ${measure.name}${unit}`;
    setText(byId("chart-title"), title);
    byId("chart").setAttribute("aria-label", `Chart of ${title}`);
  }

  #showMessage(isReady = false) {
    const message = byId("chart-message");
    byId("chart").classList.toggle("is-empty", !this.#chart || !isReady);
    message.hidden = Boolean(this.#chart) && isReady;
    const hasFields = Boolean(this.#latest?.fields.length);
    setText(message, !this.#chart ? NO_LIBRARY : hasFields ? FETCHING : NO_EVENTS);
  }

  #showConnection() {
    const isLost = this.#lostAt !== null;
    const connected = this.#isPaused ? "paused" : "live";
    const state = isLost ? "reconnecting" : connected;
    this.#header.showConnection(this.#latest?.ended ? "ended" : state);
  }

  #showPause() {
    const added = this.#alarmsWhilePaused;
    byId("pause").setAttribute("aria-pressed", String(this.#isPaused));
    setText(byId("pause"), !this.#isPaused ? "Pause" : added ? `Resume (${added} new)` : "Resume");
  }

  #showNote() {
    const { note, version } = this.#shown;
    const isOther = version !== this.#version;
    const text = [note, isOther && `The server is now version ${version}: reload the page.`]
      .filter(Boolean)
      .join(" ");
    setText(byId("note"), text);
    byId("note").hidden = text === "";
  }
}

const next = (list, item) => list[(list.indexOf(item) + 1) % list.length];

new Page().start();
