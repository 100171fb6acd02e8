/** A row of docs/world.md. */
export interface Fact {
  section: string;
  fact: string;
  /** Public addresses of what says so. */
  source: string;
  /** The day of the text that was read, which may be older than the reading: YYYY-MM-DD, or `undated`. */
  copy: string;
  /** When somebody last read it there: YYYY-MM-DD, UTC. */
  checked: string;
  /** Files and folders that rely on it, from the root of the repository. */
  usedIn: readonly string[];
  noticedBy: string;
}

const DAY_MS = 86_400_000;
const COLUMNS = 6;
const DUE = /\bdue every (\d+) days\b/;
const RULE = /^[\s|:-]+$/;

/** Every fact. Throws an Error that names the row if one has not the six columns. */
export function readFacts(markdown: string): Fact[] {
  const facts: Fact[] = [];
  let section = "";
  for (const line of markdown.split("\n")) {
    if (line.startsWith("## ")) section = line.slice("## ".length).trim();
    if (!line.startsWith("|") || RULE.test(line) || /^\|\s*Fact\s*\|/.test(line)) continue;
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [fact = "", source = "", copy = "", checked = "", usedIn = "", noticedBy = ""] = cells;
    if (cells.length !== COLUMNS) throw new Error(`a row of docs/world.md has ${cells.length} columns: ${fact}`);
    const files = usedIn.split(",").map((file) => file.replaceAll("`", "").trim());
    facts.push({ section, fact, source, copy, checked, usedIn: files.filter((file) => file !== ""), noticedBy });
  }
  return facts;
}

/**
 * The facts that were last read more than so many days before `now`, the oldest first. One that changes often says so
 * itself: "due every 14 days".
 */
export function findStaleFacts(markdown: string, now: Date, days: number): Fact[] {
  const toOldest = (age: number) => new Date(now.getTime() - age * DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length);
  return readFacts(markdown)
    .filter(({ fact, checked }) => checked < toOldest(Math.min(days, Number(DUE.exec(fact)?.[1] ?? days))))
    .sort((left, right) => left.checked.localeCompare(right.checked));
}
