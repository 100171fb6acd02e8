/** What a room's files, tests aside, may import besides their own room. */
interface Doors {
  /** Folders. */
  values: readonly string[];
  /** Folders that give types only. */
  types: readonly string[];
  /** Packages and modules of the runtime. */
  packages: RegExp;
}

const NO_PACKAGE = /^$/;

/** The one-way doors. devnet/, tests/ and scripts/ are behind none: nothing of the product imports them. */
export const DOORS = {
  contract: { values: [], types: [], packages: NO_PACKAGE },
  locales: { values: [], types: [], packages: NO_PACKAGE },
  domain: { values: [], types: [], packages: /^ethers\/address$/ },
  machines: { values: ["domain"], types: ["contract"], packages: /^xstate$/ },
  src: { values: ["machines", "domain", "contract", "locales"], types: [], packages: /^(?!node:)/ },
  server: {
    values: ["domain", "contract", "locales", "machines/lifecycle"],
    types: [],
    packages: /^(?!react(-dom)?(\/|$))/,
  },
} as const satisfies Readonly<Record<string, Doors>>;

export type Room = keyof typeof DOORS;

export const ROOMS = Object.keys(DOORS) as readonly Room[];
