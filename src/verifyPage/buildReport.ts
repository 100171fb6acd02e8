import type { DrawFinding, DrawStep } from "#domain/draw/drawReport.ts";
import { timeOfRound } from "#domain/draw/beacon.ts";
import type { DrawEvidence } from "#domain/draw/evidence.ts";
import { replayDraws } from "#domain/draw/replayDraws.ts";
import type { DrawKnowledge } from "#domain/draw/verifyDraw.ts";
import { COINS } from "#domain/coins.ts";
import { buildElement, buildTable, buildTerms } from "./buildElement.ts";
import { buildDetails } from "./buildDetails.ts";
import type { TextKey, Write } from "./pageTexts.ts";

export interface Report {
  evidence: DrawEvidence;
  known: DrawKnowledge;
  steps: readonly DrawStep[];
  isOtherBeacon: boolean;
}

interface Words {
  write: Write;
  formatTime: (time: Date) => string;
}

/** How a draw went, what of it was checked, and what is not proven. */
export function buildReport(report: Report, words: Words): HTMLElement {
  return buildElement(
    "div",
    {},
    buildVerdict(report, words),
    buildStory(report, words),
    buildChecks(report, words),
    buildUnproven(words),
    buildDetails(report.evidence, words.write),
  );
}

const VERDICTS = { good: "proof:page.true", open: "proof:page.open", bad: "proof:page.false" } as const;

function buildVerdict({ steps, isOtherBeacon }: Report, { write }: Words): HTMLElement {
  const verdict = judge(steps.flatMap(({ findings }) => findings));
  return buildElement(
    "section",
    {},
    buildElement("h2", { class: verdict, id: "verdict", attributes: { tabindex: "-1" } }, write(VERDICTS[verdict])),
    isOtherBeacon ? buildElement("p", { class: "open" }, write("proof:page.otherBeacon")) : null,
    verdict === "bad" ? buildElement("p", {}, write("proof:page.advice")) : null,
  );
}

function judge(findings: readonly DrawFinding[]): "good" | "open" | "bad" {
  if (findings.some(({ isBreach }) => isBreach)) return "bad";
  return findings.length === 0 ? "good" : "open";
}

function buildStory({ evidence, known }: Report, words: Words): HTMLElement {
  const { write, formatTime } = words;
  const draws = replayDraws(evidence);
  let before = 0;
  const parts = evidence.windows.flatMap(({ round, closesAt, entryIds }, index) => {
    const first = before + 1;
    before += entryIds.length;
    const places = new Map(entryIds.map((entryId, entry) => [entryId, first + entry]));
    return [
      buildElement("h3", {}, write("proof:page.window", { number: String(index + 1) })),
      buildTerms([
        [write("proof:page.entered"), String(entryIds.length)],
        [write("proof:page.closed"), formatTime(new Date(closesAt))],
        [write("proof:page.round"), String(round)],
        [write("proof:page.spoken"), formatTime(timeOfRound(known.chain, round))],
      ]),
      ...buildRanks({ evidence, known, places, ranked: [...(draws[index]?.slots.keys() ?? [])] }, write),
    ];
  });
  return buildElement("section", {}, buildElement("h2", {}, write("proof:page.story")), ...parts);
}

interface Ranks {
  evidence: DrawEvidence;
  known: DrawKnowledge;
  places: ReadonlyMap<string, number>;
  /** The entries in the drawn order. */
  ranked: readonly string[];
}

function buildRanks({ evidence, known, places, ranked }: Ranks, write: Write): HTMLElement[] {
  const shares = new Map(evidence.shares?.map((share) => [share.entryId, share]));
  const own = new Set(known.receipts.map(({ entryId }) => entryId));
  const { ticker } = COINS[evidence.coinType];
  const rows = ranked.map((entryId, index) => {
    const share = shares.get(entryId);
    const mine = own.has(entryId) ? ` (${write("proof:page.yours")})` : "";
    return {
      isShown: share !== undefined || mine !== "",
      cells: [
        String(index + 1),
        `${share?.name ?? "–"}${mine}`,
        share === undefined ? "–" : `${share.amount} ${ticker}`,
        String(places.get(entryId) ?? "–"),
        entryId,
      ],
    };
  });
  if (rows.length === 0) return [];
  const heads = (["rank", "name", "share", "place", "entry"] as const).map((key) => write(`proof:page.${key}`));
  // Who has no share has no name here.
  const drop = <Item>(items: readonly Item[]) => items.filter((_, column) => column < 1 || column > 2);
  const winners = rows.filter(({ isShown }) => isShown).map(({ cells }) => cells);
  const all = buildElement("details", {}, buildElement("summary", {}, write("proof:page.others")));
  // Thousands of rows are built for who wants to see them.
  const fill = () => {
    const entries = rows.map(({ cells }) => drop(cells));
    all.append(buildTable(write("proof:page.others"), drop(heads), entries));
  };
  all.addEventListener("toggle", fill, { once: true });
  return [buildTable(write("proof:page.results"), heads, winners), all];
}

const MARKS = { good: "✓", open: "○", bad: "✗" } as const;

function buildChecks({ steps }: Report, { write }: Words): HTMLElement {
  const items = steps.map(({ check, round, findings }) => {
    const verdict = judge(findings);
    const name = `${write(`proof:check.${check}`)}${round === null ? "" : ` (${String(round)})`}`;
    return buildElement(
      "li",
      {},
      buildElement("span", { class: `mark ${verdict}`, attributes: { "aria-hidden": "true" } }, MARKS[verdict]),
      buildElement("span", {}, name),
      ...groupFindings(findings).map(({ finding, abouts }) =>
        buildElement("p", { class: finding.isBreach ? "bad" : "open" }, tellFinding(finding, abouts, write)),
      ),
    );
  });
  return buildElement(
    "section",
    {},
    buildElement("h2", {}, write("proof:page.checks")),
    buildElement("ul", { class: "checks" }, ...items),
  );
}

/** The findings of one kind, told once with all that they are about. */
function groupFindings(findings: readonly DrawFinding[]): { finding: DrawFinding; abouts: string[] }[] {
  const groups = new Map<string, { finding: DrawFinding; abouts: string[] }>();
  for (const finding of findings) {
    const group = groups.get(finding.fault) ?? { finding, abouts: [] };
    groups.set(finding.fault, { finding, abouts: [...group.abouts, finding.about] });
  }
  return [...groups.values()];
}

function tellFinding(finding: DrawFinding, abouts: readonly string[], write: Write): string {
  if (!finding.isBreach) return write(`proof:doubt.${finding.fault}`, { about: abouts.join(", ") });
  const text = write(`proof:breach.${finding.fault}`);
  const named = abouts.filter((about) => about !== "");
  return named.length === 0 ? text : `${text} (${named.join(", ")})`;
}

const UNPROVEN = ["refused", "clock", "threshold", "people"] as const;

function buildUnproven({ write }: Words): HTMLElement {
  const texts = UNPROVEN.map((name): TextKey => `proof:page.${name}`);
  return buildElement(
    "section",
    {},
    buildElement("h2", {}, write("proof:page.unproven")),
    buildElement("ul", {}, ...texts.map((key) => buildElement("li", {}, write(key)))),
  );
}
