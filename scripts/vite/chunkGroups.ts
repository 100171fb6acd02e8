import type { Rolldown } from "vite";

/** Modules of the first load, with all that they import: the entry, and those that are too small for files of their own. */
const FIRST_MODULES = /[\\/]src[\\/](?:main\.tsx|page[\\/]isTrustedPage\.ts|hooks[\\/]useOpenLink\.ts)$/;

/** The file that loads each screen when it is opened. */
const SCREENS_FILE = /[\\/]src[\\/]routes[\\/]screens\.ts$/;

/** So many screens share what is loaded together: with fewer, most who load it would not need it. */
const LEAST_SCREENS = 4;

/**
 * Chunks that later screens share. A layer imports from those above it alone, so that one screen loads no more than it
 * needs; what a lower one names is not in those above.
 */
const LAYERS = [
  {
    name: "controls",
    test: /[\\/]src[\\/](?:components[\\/](?:ui|shell)|hooks|format)[\\/]|[\\/](?:domain[\\/]coins|domain[\\/]toAsciiDigits|adapters[\\/]readSystemInfo|kit[\\/]provide|resource[\\/]resource\.view)\.ts$/,
  },
  {
    name: "amounts",
    test: /[\\/](?:domain[\\/]money|src[\\/]components[\\/]amount)[\\/]|[\\/](?:domain[\\/]price|adapters[\\/]prices|payout[\\/]payoutStatuses)\.ts$/,
  },
  {
    name: "envelopes",
    test: /[\\/]src[\\/]components[\\/]envelope[\\/]|[\\/](?:domain[\\/](?:copyTexts|covers)|envelope[\\/]isSentByMe)\.ts$/,
  },
  {
    name: "times",
    test: /[\\/]src[\\/]format[\\/]formatTime\./,
  },
  // What stands over a page.
  {
    name: "modals",
    test: /[\\/](?:ui[\\/]Dialog|shell[\\/]CopyButton|hooks[\\/]useModal)\./,
  },
  // What runs out, and how it ends.
  {
    name: "outcomes",
    test: /[\\/](?:kit[\\/]countdown|shell[\\/]SecondsLeft|ui[\\/]Outcome|shell[\\/]outcomeLooks|hooks[\\/]useHubReturn|securedAttempt)\./,
  },
  // Lists of what was sent and claimed.
  {
    name: "records",
    test: /[\\/](?:ui[\\/]Progress|amount[\\/]MoneyRow)\./,
  },
] as const;

/** Every module that loads a module with itself, and the module. */
function listImporters(id: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const importers = new Set([id]);
  for (const importer of importers) {
    for (const next of context.getModuleInfo(importer)?.importers ?? []) importers.add(next);
  }
  return importers;
}

function isFirstModule(id: string, context: Rolldown.ChunkingContext): boolean {
  return [...listImporters(id, context)].some((importer) => FIRST_MODULES.test(importer));
}

function countScreens(id: string, context: Rolldown.ChunkingContext): number {
  const isScreen = (importer: string) =>
    context.getModuleInfo(importer)?.dynamicImporters.some((loader) => SCREENS_FILE.test(loader)) === true;
  return [...listImporters(id, context)].filter(isScreen).length;
}

function findLayer(id: string): number {
  return LAYERS.findLastIndex(({ test }) => test.test(id));
}

/** Whether a module is in one of the first layers, or loaded before all of them. */
function isInLayers(id: string, depth: number, context: Rolldown.ChunkingContext): boolean {
  if (isFirstModule(id, context)) return true;
  const layer = findLayer(id);
  return (
    layer >= 0 &&
    layer < depth &&
    countScreens(id, context) >= LEAST_SCREENS &&
    (context.getModuleInfo(id)?.importedIds ?? []).every((next) => isInLayers(next, layer + 1, context))
  );
}

function nameLayer(id: string, context: Rolldown.ChunkingContext): string | null {
  return isInLayers(id, LAYERS.length, context) ? (LAYERS[findLayer(id)]?.name ?? null) : null;
}

/**
 * The page names the first three chunks, since chunks that are found one after the other take a round trip each. React is
 * apart so that it is evaluated in a task of its own; the libraries stay in people's caches when only the app changes.
 * What only a few screens share is left to the bundler, which loads nothing that a screen does not need.
 */
export const CHUNK_GROUPS: Rolldown.CodeSplittingGroup[] = [
  {
    name: "react",
    test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]|[\\/]src[\\/]start[\\/]react\.ts$/,
    priority: 5,
  },
  {
    name: (id, context) => (isFirstModule(id, context) ? "libraries" : null),
    debugName: "libraries",
    test: /[\\/]node_modules[\\/]/,
    priority: 4,
  },
  { name: (id, context) => (isFirstModule(id, context) ? "first" : null), debugName: "first", priority: 3 },
  // What the page loads while idle: each file more is work for the page.
  {
    name: "idle",
    test: /[\\/]src[\\/](?:components[\\/]shell[\\/](?:LanguageButton|DomainWarning)|format[\\/]joinSentences|page[\\/]followInput|screens[\\/]homePage[\\/]LateNotes)\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // The first page shows them one after the other: how a group gets in, and what all balances are worth.
  {
    name: "moreChats",
    test: /[\\/](?:homePage[\\/]MoreChats|shell[\\/]GroupChoice|actors[\\/]groupChoice|telegram[\\/]extras)\.|[\\/]machines[\\/]groupChoice[\\/]/,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: "holdings",
    test: /[\\/](?:amount[\\/]TotalWorth|hooks[\\/]useHoldings|actors[\\/](?:resource|resources))\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // A wallet is connected in the same way to pay, to prove it and to bind it.
  {
    name: "walletConnection",
    test: /[\\/]src[\\/]screens[\\/]unPaymentList[\\/]WalletConnection\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // Paying in the app and on the payment page show the same things.
  {
    name: "paymentCourse",
    test: /[\\/]src[\\/]screens[\\/]unPaymentList[\\/](?:PaymentCourse|PaymentTerms)\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: "walletControls",
    test: /[\\/](?:walletConnection\.view|WalletControls|formatOwner)\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: "payment",
    test: /[\\/]src[\\/]screens[\\/]unPaymentList[\\/](?!UnPaymentList\.tsx|WalletProof|WalletApps)|[\\/]machines[\\/]payment[\\/]|[\\/](?:payment|paymentAccess|walletAttempts|walletPayment)\.ts$/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // What little is asked of an order and its envelope, without following them.
  {
    name: "orderFacts",
    test: /[\\/](?:api[\\/](?:readEnvelope|readBalance)|order[\\/]findDueAmount|domain[\\/]fastCoins)\.ts$/,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // What is said of an order and an envelope wherever they are followed.
  {
    name: "orders",
    test: /[\\/](?:lifecycle[\\/](?:order[\\/](?:orderStatuses|order\.view)|envelope[\\/]envelope\.view)|domain[\\/]finality|shell[\\/]FinalityNote)\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // The security code is asked for in the same way wherever it is needed.
  {
    name: "securityCode",
    test: /[\\/](?:account[\\/]securityCode|machines[\\/]securityCodePrompt[\\/]securityCodePrompt\.machine|actors[\\/]securityCodePrompt|kit[\\/]secured)\.ts$/,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // Coins to choose from.
  {
    name: "coins",
    test: /[\\/]amount[\\/]CoinLabel\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // Which wallets there are.
  {
    name: "walletKinds",
    test: /[\\/](?:messengerWalletKinds|coinsOfWallet)\.ts$/,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // What is known of how safe an account is.
  {
    name: "accountSafety",
    test: /[\\/](?:api[\\/]loadAccountSafety|account[\\/](?:email|spendingBlock))\.ts$/,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // A code on a page and on a picture.
  {
    name: "qrCode",
    test: /[\\/](?:ui[\\/](?:QrCode|drawQrPath)\.|uqr[\\/])/,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // What is hashed to check a proof.
  {
    name: "proofs",
    test: /[\\/]domain[\\/](?:hex|canonicalJson)\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  { name: nameLayer, debugName: "layers", priority: 1, includeDependenciesRecursively: false },
];
