import fc from "fast-check";

/** The same cases at each run: what is red once is red again. `FUZZ_SEED=7 npx vitest run …` tries others. */
const seed = Number(process.env["FUZZ_SEED"] ?? 1);
fc.configureGlobal({ seed });

export default fc;
