/** One step of a run: a program whose exit code decides. */
export interface Part {
  /** Its name for `--only`. */
  name: string;
  heading: string;
  /** Programs and their arguments, run in order; the first that fails fails the part. */
  commands: readonly (readonly [program: string, ...args: string[]])[];
  /** Requirements. */
  needs?: readonly Need[];
  environment?: Readonly<Record<string, string>>;
  /** It keeps one core busy, and no clock judges it: it runs beside its neighbours of that kind. */
  isSingle?: boolean;
}

export type Need = "chromium" | "postgres";

const typesPart: Part = { name: "types", heading: "Types", commands: [["tsc", "--noEmit"]], isSingle: true };
const lintPart: Part = { name: "lint", heading: "Lint", commands: [["oxlint", "--type-aware", "--deny-warnings"]] };
const contractPart: Part = {
  name: "contract",
  heading: "Generated contract",
  commands: [["node", "scripts/generate.ts", "--check"]],
  isSingle: true,
};
const unitPart: Part = {
  name: "unit",
  heading: "Units and model walks",
  commands: [["vitest", "run", "--project", "unit"]],
};
const modelReportPart: Part = {
  name: "walks",
  heading: "Report of the walks: tests/report/models.html",
  commands: [["node", "scripts/modelReport.ts"]],
};

/** The main stories: wallets of three chains, the group, a draw for all, and the steps of the README. */
const MAIN_STORIES = ["readme", "story", "solana", "usdtStory", "group", "draw"].map(
  (name) => `tests/e2e/${name}.test.ts`,
);

/**
 * What takes long and proves no rule of money alone: a database put back in a storm of claims (stories and model restore one
 * at any command), devnet's own processes (each main story starts them), and the rows that refused calls leave.
 */
const SLOW_API = [
  "tests/crash/restore.test.ts",
  "tests/contract/refused.test.ts",
  "devnet/devnet.db.test.ts",
  "devnet/processes.db.test.ts",
  "devnet/postgres/database.db.test.ts",
];

/** What proves the product, cheapest first: `npm test`. */
export const TEST_PARTS: readonly Part[] = [
  contractPart,
  typesPart,
  { name: "unused", heading: "Unused files, exports and packages", commands: [["knip"]], isSingle: true },
  { name: "format", heading: "Format", commands: [["oxfmt", "--check", "."]], isSingle: true },
  lintPart,
  unitPart,
  {
    name: "api",
    heading: "API, claims, chains and the model of money",
    commands: [["vitest", "run", "--project", "api", ...SLOW_API.flatMap((file) => ["--exclude", file] as const)]],
    needs: ["postgres", "chromium"],
  },
  {
    name: "attacks",
    heading: "Attacks on the running product",
    commands: [["vitest", "run", "--project", "attacks"]],
    needs: ["postgres"],
  },
  {
    name: "build",
    heading: "Build, what old browsers lack of it, and its size",
    commands: [["vite", "build"], ["size-limit"]],
  },
  {
    name: "browser",
    heading: "Components in Chromium",
    commands: [["vitest", "run", "--project", "browser", "--project", "components"]],
    needs: ["chromium"],
  },
  {
    name: "gallery",
    heading: "Every primitive of the gallery in English, and its picture",
    commands: [["vitest", "run", "--project", "gallery", "--project", "guard", "--exclude", "gallery/screens.*"]],
    needs: ["chromium"],
    environment: { LOOKS: "first" },
  },
  {
    name: "e2e",
    heading: "The main stories in Chromium",
    commands: [["vitest", "run", "--project", "e2e", ...MAIN_STORIES]],
    needs: ["chromium"],
  },
  modelReportPart,
];

/** The rest: `npm run test:all`. */
export const REST_PARTS: readonly Part[] = [
  {
    name: "hostile",
    heading: "A minute in a hostile world",
    commands: [["node", "scripts/hostile.ts", "--seed", "1", "--minutes", "1"]],
    needs: ["postgres"],
    isSingle: true,
  },
  {
    name: "bench",
    heading: "The server's part of the bench, quickly: that it runs, not how fast",
    commands: [["node", "bench/run.ts", "--quick", "--only", "claims,storm,lists,records,flood"]],
    needs: ["postgres"],
    isSingle: true,
  },
  {
    name: "seeds",
    heading: "More seeds of the model of money",
    commands: [["vitest", "run", "--project", "api", "tests/model"]],
    needs: ["postgres"],
    environment: { FUZZ_SEEDS: "2-10" },
  },
  {
    name: "restore",
    heading: "A database put back in a storm, devnet's own processes, and what refused calls leave",
    commands: [["vitest", "run", "--project", "api", ...SLOW_API]],
    needs: ["postgres"],
  },
  { name: "citus", heading: "The API on Citus, where it is installed", commands: [["node", "scripts/testCitus.ts"]] },
  {
    name: "mutants",
    heading: "Small mistakes in some of the charts, which the commit chooses",
    commands: [["node", "scripts/mutate.ts", "--some", "3"]],
  },
  {
    name: "looks",
    heading: "Every picture of the gallery in the other languages, by night and in odd themes",
    commands: [["vitest", "run", "--project", "gallery"]],
    needs: ["chromium"],
    environment: { LOOKS: "others" },
  },
  {
    name: "stories",
    heading: "All other stories, and walks of the whole app",
    commands: [["vitest", "run", "--project", "e2e", ...MAIN_STORIES.flatMap((file) => ["--exclude", file] as const)]],
    needs: ["chromium"],
  },
  modelReportPart,
];

/** The checks of `npm run check`: under two minutes. */
export const QUICK_PARTS: readonly Part[] = [contractPart, typesPart, lintPart, unitPart];

/** Screenshots for people; no check needs them. */
export const SHOTS_PART: Part = {
  name: "shots",
  heading: "Shots of every screen: gallery/report/shots",
  commands: [["vitest", "run", "--project", "shots"]],
  needs: ["chromium"],
};

/** The walks of `npm run models`. */
export const MODELS_PARTS: readonly Part[] = [
  { name: "charts", heading: "Walks of charts", commands: [["vitest", "run", "--project", "unit", "tests/models"]] },
  {
    name: "screens",
    heading: "Every control of every screen in Chromium",
    commands: [["vitest", "run", "--project", "browser", "tests/screens"]],
    needs: ["chromium"],
  },
  {
    name: "app",
    heading: "The whole app along every transition that can be caused",
    commands: [["vitest", "run", "--project", "e2e", "tests/e2e/walks"]],
    needs: ["chromium"],
    environment: { WALKS: "all" },
  },
  modelReportPart,
];
