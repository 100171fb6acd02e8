import { QUICKNET } from "#domain/draw/beacon.ts";
import { verifyDraw } from "#domain/draw/verifyDraw.ts";
import { choosePreferredLanguage, LANGUAGES } from "#domain/language/language.ts";
import { LANGUAGE_NAMES } from "#domain/language/languageNames.ts";
import { buildElement } from "./buildElement.ts";
import { addFiles, buildForm, type Draft } from "./buildForm.ts";
import { buildReport, type Report } from "./buildReport.ts";
import { createTexts, type Write } from "./pageTexts.ts";
import { readFragment, readGiven } from "./readGiven.ts";

/** The page is painted before it is busy. */
const PAINT_MS = 50;

const draft: Draft = { papers: "", operatorKey: "", beacon: "" };
let language = choosePreferredLanguage(navigator.languages);
let report: Report | null = null;
/** What the last check came to: the report, or why there is none. */
const result = buildElement("div", { attributes: { "aria-live": "polite" } });

function drawPage(): void {
  const write = createTexts(language);
  document.documentElement.lang = language;
  document.title = write("proof:page.title");
  document
    .getElementById("page")
    ?.replaceChildren(
      buildHead(write),
      buildElement("p", {}, write("proof:page.lead")),
      buildForm(draft, write, { onStart: start, onFiles: takeFiles }),
      result,
    );
  drawReport();
}

function drawReport(): void {
  const write = createTexts(language);
  const time = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "long" });
  // A round that no beacon ever speaks has no time.
  const formatTime = (moment: Date) => (Number.isNaN(moment.getTime()) ? "–" : time.format(moment));
  if (report === null) result.replaceChildren();
  else result.replaceChildren(buildReport(report, { write, formatTime }));
}

function start(): void {
  result.replaceChildren(buildElement("p", { class: "muted" }, createTexts(language)("proof:page.working")));
  setTimeout(check, PAINT_MS);
}

function check(): void {
  const read = readGiven(draft);
  report = null;
  if ("textKey" in read) {
    const text = createTexts(language)(read.textKey, { reason: read.reason });
    result.replaceChildren(buildElement("p", { class: "bad" }, text));
    return;
  }
  const { evidence, known } = read;
  const isOtherBeacon = known.chain.hash !== QUICKNET.hash || known.chain.publicKey !== QUICKNET.publicKey;
  report = { evidence, known, steps: verifyDraw(evidence, known), isOtherBeacon };
  drawReport();
  document.getElementById("verdict")?.focus();
}

function buildHead(write: Write): HTMLElement {
  const options = LANGUAGES.map((tag) =>
    buildElement("option", { attributes: { value: tag, lang: tag } }, LANGUAGE_NAMES[tag]),
  );
  const select = buildElement("select", { attributes: { "aria-label": write("proof:page.language") } }, ...options);
  select.value = language;
  select.addEventListener("change", () => {
    language = LANGUAGES.find((tag) => tag === select.value) ?? language;
    drawPage();
    document.querySelector("select")?.focus();
  });
  return buildElement("header", {}, buildElement("h1", {}, write("proof:page.title")), select);
}

function takeFiles(files: FileList | null): void {
  void addFiles(draft, files).then(drawPage);
}

function takeLink(): void {
  draft.papers = readFragment(location.hash) ?? draft.papers;
  drawPage();
  if (draft.papers !== "") start();
}

// Else the browser would open the file.
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  takeFiles(event.dataTransfer?.files ?? null);
});
globalThis.addEventListener("hashchange", takeLink);
takeLink();
