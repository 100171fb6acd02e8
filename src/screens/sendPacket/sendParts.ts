import { NotLoaded } from "#src/components/shell/FlowBoundary.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";

/** Most of a visit goes to the form, which needs none of it; the form loads it ahead. */
export const sendProgressPart = lazyPart(
  async () => (await import("./order/SendProgress.tsx")).SendProgress,
  NotLoaded,
);

/** Hardly anybody finds sending closed, has too few groups, or comes for an envelope that is paid. */
export const noSendFormPart = lazyPart(async () => (await import("./NoSendForm.tsx")).NoSendForm, NotLoaded);

/** Nobody needs it who sends to whoever knows the passphrase. */
export const chatRightsPart = lazyPart(
  async () => (await import("./ChatRightsWatch.tsx")).ChatRightsWatch,
  () => null,
);

/** The number of shares can be chosen without it. */
export const groupSizePart = lazyPart(
  async () => (await import("./GroupSizeWatch.tsx")).GroupSizeWatch,
  () => null,
);

/** Most bots of groups that are sent to are administrators there. */
export const unseenNotePart = lazyPart(async () => (await import("./UnseenNote.tsx")).UnseenNote);

/** Nobody needs it who pays with what is there. */
export const connectWalletPart = lazyPart(async () => (await import("./ConnectWallet.tsx")).ConnectWallet, NotLoaded);

/** Few have an order that they left unpaid. */
export const unpaidOrdersPart = lazyPart(async () => (await import("./UnpaidOrders.tsx")).UnpaidOrders);

/** Nobody needs it before it is known what can pay. */
export const payFromPart = lazyPart(async () => (await import("./PayFrom.tsx")).PayFrom);

/** Folded away at first; the form loads them ahead. */
export const wordFieldsPart = lazyPart(async () => (await import("./WordFields.tsx")).WordFields);
export const drawFieldsPart = lazyPart(async () => (await import("./DrawFields.tsx")).DrawFields);

/** Only members can be asked to be in other chats; the form loads it ahead. */
export const requiredChatsPart = lazyPart(async () => (await import("./RequiredChats.tsx")).RequiredChats);

/** Few people change the coin. */
export const coinSheetPart = lazyPart(async () => (await import("./CoinSheet.tsx")).CoinSheet);

/** Few people look at how luck may fall. */
export const luckSheetPart = lazyPart(async () => (await import("./LuckSheet.tsx")).LuckSheet);

/** Few people look at the post before it is there. */
export const postSheetPart = lazyPart(async () => (await import("./PostSheet.tsx")).PostSheet);

/** Few people change the look of one envelope. */
export const lookSheetPart = lazyPart(async () => (await import("./LookSheet.tsx")).LookSheet);
