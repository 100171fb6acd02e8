import { appSecrets } from "#machines/app/app.machine.ts";
import { clipboardSecrets } from "#machines/clipboard/clipboard.machine.ts";
import { countdownSecrets } from "#machines/countdown/countdown.machine.ts";
import { environmentSecrets } from "#machines/environment/environment.machine.ts";
import { envelopeClaimSecrets } from "#machines/envelopeClaim/envelopeClaim.setup.ts";
import { envelopeSendSecrets } from "#machines/envelopeSend/envelopeSend.machine.ts";
import { envelopeShareSecrets } from "#machines/envelopeShare/envelopeShare.machine.ts";
import { languageSecrets } from "#machines/language/language.machine.ts";
import { orderFollowSecrets } from "#machines/orderFollow/orderFollow.machine.ts";
import { pagedListSecrets } from "#machines/pagedList/pagedList.machine.ts";
import { paymentSecrets } from "#machines/payment/payment.machine.ts";
import { sessionSecrets } from "#machines/session/session.setup.ts";
import { walletBindingSecrets } from "#machines/walletBinding/walletBinding.machine.ts";
import { walletConnectionSecrets } from "#machines/walletConnection/walletConnection.setup.ts";

/** The fields of every machine that no inspector may see: messages of the root carry those of its children. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set([
  ...appSecrets,
  ...clipboardSecrets,
  ...countdownSecrets,
  ...environmentSecrets,
  ...envelopeClaimSecrets,
  ...envelopeSendSecrets,
  ...envelopeShareSecrets,
  ...languageSecrets,
  ...orderFollowSecrets,
  ...pagedListSecrets,
  ...paymentSecrets,
  ...sessionSecrets,
  ...walletBindingSecrets,
  ...walletConnectionSecrets,
]);
