/** What a room's files, tests and models aside, may import besides their own room. */
interface ImportRule {
  /** Folders. */
  values: readonly string[];
  /** Folders that give types only. */
  types: readonly string[];
  /** Packages and modules of the runtime. */
  packages: RegExp;
}

const NO_PACKAGE = /^$/;

/** Imports go one way. devnet/, tests/ and scripts/ have no rule: nothing of the product imports them. */
export const IMPORT_RULES = {
  contract: { values: [], types: [], packages: NO_PACKAGE },
  locales: { values: [], types: [], packages: NO_PACKAGE },
  domain: {
    values: [],
    types: [],
    packages: /^@noble\/(?:curves\/(?:bls12-381|ed25519)\.js|hashes\/(?:sha256|sha3))$/,
  },
  machines: { values: ["domain"], types: ["contract"], packages: /^xstate$/ },
  // The inspector shows the drawn charts.
  src: { values: ["machines", "domain", "contract", "locales", "docs/charts"], types: [], packages: /^(?!node:)/ },
  server: {
    values: ["domain", "contract", "locales", "machines/lifecycle"],
    types: [],
    // The whole of @ton/ton loads an HTTP client: the server takes its parts.
    packages: /^(?!react(-dom)?(\/|$)|@ton\/ton$)/,
  },
} as const satisfies Readonly<Record<string, ImportRule>>;

export type Room = keyof typeof IMPORT_RULES;

export const ROOMS = Object.keys(IMPORT_RULES) as readonly Room[];
