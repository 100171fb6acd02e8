import { readField } from "./readField.ts";

/** What a wallet says, in one of the layers that it wraps its error in. */
export interface WalletWords {
  code: unknown;
  message: string;
}

/** What a wallet's words mean on every chain. */
export type SpokenReason = "refused" | "locked" | "busy" | "wrongAccount";

/** Fields in which wallets and their libraries hide the error itself. */
const WRAPPINGS = ["data", "originalError", "cause", "error", "info"] as const;
const MOST_LAYERS = 8;

/** All that an error says, from its outermost layer inwards. A text is an error, too. */
export function listWords(error: unknown): readonly WalletWords[] {
  const found: WalletWords[] = [];
  const seen = new Set<unknown>();
  let layers: readonly unknown[] = [error];
  while (layers.length > 0 && seen.size < MOST_LAYERS) {
    for (const layer of layers) {
      seen.add(layer);
      const words = readWords(layer);
      if (words !== null) found.push(words);
    }
    layers = layers
      .flatMap((layer) => WRAPPINGS.map((name) => readField(layer, name)))
      .filter((one) => isNew(one, seen));
  }
  return found;
}

function isNew(layer: unknown, seen: ReadonlySet<unknown>): boolean {
  return (typeof layer === "string" || (typeof layer === "object" && layer !== null)) && !seen.has(layer);
}

function readWords(layer: unknown): WalletWords | null {
  if (typeof layer === "string") return { code: undefined, message: layer };
  const code = readNumber(readField(layer, "code"));
  const texts = ["message", "shortMessage", "reason", "details"].map((name) => readField(layer, name));
  const message = texts.filter((text) => typeof text === "string").join(" ");
  return code === undefined && message === "" ? null : { code, message };
}

/** Some wallets write the number as a text. */
function readNumber(code: unknown): unknown {
  return typeof code === "string" && /^-?[0-9]{1,6}$/u.test(code) ? Number(code) : code;
}

/** EIP-1193's number, those of WalletConnect for chains, methods and events, and the names that libraries give. */
const REFUSAL_CODES: ReadonlySet<unknown> = new Set([4001, 5000, 5001, 5002, 5003]);
const REFUSAL_NAME = /^(?=.*(?:REJECT|DECLINE|DENIED|CANCEL))(?!.*REPLACE)[A-Z_]+$/u;
/** A node that takes no transaction says "Transaction rejected" (EIP-1474). */
const NODE_REJECTS = -32_003;

const REFUSE = String.raw`(?:reject|den(?:y|ied)|declin|cancel|refus|disapprov|dismiss)\w*`;
const CLOSE = String.raw`(?:clos|abort)\w*`;
/** A "user operation" is what a smart account's bundler rejects. */
const PERSON = String.raw`(?:user(?! ?op)|owner|signer|you)`;

/** A person is named. */
const REFUSED_BY_PERSON = new RegExp(
  [
    String.raw`\b${PERSON}\b.{0,30}\b(?:${REFUSE}|${CLOSE})`,
    String.raw`\b(?:${REFUSE}|${CLOSE}).{0,20}\b(?:by|from)\b(?: the)?\b.{0,8}\b${PERSON}\b`,
    String.raw`(?:用户|用戶|使用者|您|你).{0,4}(?:取消|拒绝|拒絕)`,
    String.raw`\busuario.{0,20}(?:rechaz|cancel|deneg)`,
    String.raw`\bpengguna.{0,20}(?:menolak|ditolak|membatal|dibatal)`,
    String.raw`người dùng.{0,20}(?:từ chối|hủy|huỷ)`,
    // As a Ledger says that its owner pressed no.
    String.raw`\b0x(?:6985|5501)\b`,
  ].join("|"),
  "iu",
);
/** Nobody is named: what was asked for is said to be rejected. A connection that is refused is a network's. */
const REJECT = REFUSE.replace("refus|", "");
const REJECTED = new RegExp(
  [
    String.raw`\b(?:request|approval|transaction|tx|signature|sign(?:ing)?|connection|confirmation|action|permission|authorization|proposal|session|wallet|message|prompt)s?\b.{0,25}\b${REJECT}`,
    String.raw`^\W*(?:\w*error\W*)?(?:the )?${REJECT}(?: (?:the )?(?:request|signature|signing|transaction))?\W*$`,
    String.raw`\b(?:close[ds]? |dismissed )(?:the )?(?:pop-?up|modal|window)\b`,
    "取消交易|交易取消|取消签名|取消簽名|已(?:取消|拒绝|拒絕)|拒绝(?:签名|交易|请求)|拒絕(?:簽名|交易|請求)|^(?:取消|拒绝|拒絕)$",
  ].join("|"),
  "iu",
);
/** Somebody else than the person rejected it. */
const REJECTED_BY_MACHINE =
  /\b(?:node|rpc|server|relay\w*|bundler|paymaster|sequencer|builder|peers?|gateway|backend|on.?chain|already|duplicate|known|broadcast\w*|submitted|sent|mined|dropped|bridge|network|mempool|nonce|gas|fee|underpriced|replac\w*|simulat\w*|rate.?limit\w*|too many|time[d ]{0,2}out|expired|blockhash|contract|validat\w*|insufficient|funds|balance|revert\w*|policy|cors)\b/iu;

/** Another question is open in the wallet, and may still be answered there. */
const BUSY =
  /\balready (?:open(?:ed)?|pending|processing|in progress|has)\b|\bprevious request\b|\brequest\b.{0,30}\bpending\b/iu;

/** `0x5515` and `0x6982` are what a locked Ledger says. */
const LOCKED =
  /\b(?:wallet|extension|account|vault|keyring|device)\b.{0,20}\block(?:ed)?\b|\blocked device\b|0x(?:5515|6982)\b|\b(?:please|must|need to) (?:first )?(?:unlock|log ?in|sign in)\b|\bunlock (?:your|the) (?:wallet|device|account)\b|请先?解锁|請先?解鎖/iu;

/** The wallet has another account chosen than the one that is to sign. */
const WRONG_ACCOUNT =
  /\b(?:wrong|different|mismatch(?:ed|ing)?|unknown|unexpected|another) (?:account|address|signer|from)\b|\b(?:account|address|signer|private key|from)\b.{0,30}\b(?:mismatch|do(?:es)? ?n[o']t match|is not the (?:current|selected|active))\b|\b(?:account|address|signer|private key)\b.{0,30}\bnot (?:found|selected|connected|active|available)\b/iu;

/**
 * What words of a wallet mean, whatever its chain and number; null where they say nothing of the kind. A question that is
 * still open counts first: it is no refusal, since the person may still agree to it.
 */
export function readSpoken(words: readonly WalletWords[]): SpokenReason | null {
  if (words.some(({ message }) => BUSY.test(message))) return "busy";
  if (words.some(isRefusal)) return "refused";
  if (words.some(({ message }) => LOCKED.test(message))) return "locked";
  return words.some(({ message }) => WRONG_ACCOUNT.test(message)) ? "wrongAccount" : null;
}

function isRefusal({ code, message }: WalletWords): boolean {
  if (REFUSAL_CODES.has(code)) return true;
  // `UserRejectedRequest`, `user_canceled`
  const spaced = message.replaceAll(/(\p{Ll})(?=\p{Lu})|_/gu, "$1 ");
  if (REFUSED_BY_PERSON.test(message) || REFUSED_BY_PERSON.test(spaced)) return true;
  if (typeof code === "string" && REFUSAL_NAME.test(code)) return true;
  return code !== NODE_REJECTS && REJECTED.test(message) && !REJECTED_BY_MACHINE.test(message);
}
