import { COIN_TYPES, COINS } from "#domain/coins.ts";
import { DEFAULT_MESSAGE_ID } from "#domain/copyTexts.ts";
import { DEFAULT_COVER_ID } from "#domain/covers.ts";
import { MAX_CHATS, MAX_COUNT, MAX_REMARK_CODE_POINTS } from "#domain/envelope/validateSend.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { MAX_CODE_POINTS, MIN_CODE_POINTS } from "#domain/passphrase/readPassphrase.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { type ChainLink, isPaidOut } from "#server/chains/chains.ts";
import { listCovers, listTexts } from "#server/looks/looks.ts";
import { formatAppLink } from "#server/messenger/startParams.ts";
import { FIRST_STATUSES, readHistory, type StatusHistory } from "#server/records/life.ts";

/** Null until the chain was reached. */
function findNetwork({ chain }: ChainLink): { id: string; name: string } | null {
  return chain === null ? null : { ...chain.network };
}

/** What the app needs before the login. */
export const systemInfo: Handler<"systemInfo"> = async ({ scheme, host, language }, app) => {
  const { config, chains, telegram } = app;
  const coins = config.coins.flatMap((coinType) => {
    const link = chains[coinType];
    if (link === undefined) return [];
    const { min, max, decimals, maxInputLength } = COINS[coinType];
    const { explorerTx } = link.facts;
    return [{ coinType, min, max, decimals, maxInputLength, network: findNetwork(link), explorerTx }];
  });
  // Balances of a coin that was switched off are paid out too.
  const payoutCoins = COIN_TYPES.flatMap((coinType) => {
    const link = chains[coinType];
    if (link === undefined || !isPaidOut(app, coinType)) return [];
    const { payoutFeeBase } = link.facts;
    const fee = payoutFeeBase === null ? {} : { fee: formatAmount(payoutFeeBase, COINS[coinType].baseDecimals) };
    return [{ coinType, network: findNetwork(link), ...fee }];
  });
  return {
    coins,
    payoutCoins,
    botUsername: telegram.username,
    appUrl: formatAppLink(app, null),
    officialDomains: [...config.officialDomains],
    isDomHttp: scheme !== "https" || !config.officialDomains.includes(host),
    // Without a login, the default look is shown.
    redPackTextList: listTexts(language, DEFAULT_MESSAGE_ID),
    redPackImgList: listCovers(language, DEFAULT_COVER_ID),
    userPackConfig: {
      minCount: 1,
      maxCount: MAX_COUNT,
      passphraseMinLength: MIN_CODE_POINTS,
      passphraseMaxLength: MAX_CODE_POINTS,
      remarkMaxLength: MAX_REMARK_CODE_POINTS,
      maxChats: MAX_CHATS,
      envelopeTtlSeconds: config.envelopeTtlMs / 1000,
      orderTtlSeconds: config.orderTtlMs / 1000,
      maxWallets: config.maxWallets,
    },
  };
};

const CHARTS = { orderId: "order", envelopeId: "envelope", payoutId: "payout" } as const;

/** @throws ApiError `invalidRequest` unless exactly one id is given, `notFound` for what is not the caller's. */
export const systemHistory: Handler<"systemHistory"> = async ({ user: { tgUserId }, query }, app) => {
  const { orderId, envelopeId, payoutId } = query;
  const asked = Object.entries({ orderId, envelopeId, payoutId }).filter(([, id]) => id !== undefined);
  const [field, id] = asked[0] ?? [];
  if (asked.length !== 1 || field === undefined || id === undefined) throw new ApiError("invalidRequest");
  const history = await readHistory(app.database.kysely, id);
  if (history?.tgUserId !== tgUserId || history.chart !== CHARTS[field as keyof typeof CHARTS])
    throw new ApiError("notFound");
  return { items: [...listBegin(history), ...history.entries.map(toWireChange)] };
};

/** The life's first status, and the status of now where no changes of it are kept: no entry of the history tells these. */
function listBegin({ chart, entries, status, createdAt }: StatusHistory) {
  const born = { from: null, event: null, to: FIRST_STATUSES[chart], at: createdAt.toISOString() };
  const isKnown = entries.length > 0 || status === born.to;
  return isKnown ? [born] : [born, { from: null, event: null, to: status, at: null }];
}

function toWireChange({ source, event, target, at }: StatusHistory["entries"][number]) {
  return { from: source, event, to: target, at: at?.toISOString() ?? null };
}
