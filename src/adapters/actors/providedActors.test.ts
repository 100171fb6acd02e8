import { describe, expect, it } from "vitest";
import type { AnyStateMachine } from "xstate";

import { antiFraudMachine } from "#machines/antiFraud/antiFraud.machine.ts";
import { chatRightsMachine } from "#machines/chatRights/chatRights.machine.ts";
import { clipboardMachine } from "#machines/clipboard/clipboard.machine.ts";
import { depositMachine } from "#machines/deposit/deposit.machine.ts";
import { emailMachine } from "#machines/email/email.machine.ts";
import { emailCodeMachine } from "#machines/emailCode/emailCode.machine.ts";
import { environmentMachine } from "#machines/environment/environment.machine.ts";
import { envelopeClaimMachine } from "#machines/envelopeClaim/envelopeClaim.machine.ts";
import { envelopeOrderMachine } from "#machines/envelopeOrder/envelopeOrder.machine.ts";
import { envelopeSendMachine } from "#machines/envelopeSend/envelopeSend.machine.ts";
import { envelopeCloseMachine } from "#machines/envelopeClose/envelopeClose.machine.ts";
import { envelopePictureMachine } from "#machines/envelopePicture/envelopePicture.machine.ts";
import { envelopeShareMachine } from "#machines/envelopeShare/envelopeShare.machine.ts";
import { groupChoiceMachine } from "#machines/groupChoice/groupChoice.machine.ts";
import { languageMachine } from "#machines/language/language.machine.ts";
import { orderFollowMachine } from "#machines/kit/follow/orderFollow.ts";
import { pagedListMachine } from "#machines/kit/pagedList/pagedList.machine.ts";
import { paymentMachine } from "#machines/payment/payment.machine.ts";
import { pickerMachine } from "#machines/picker/picker.machine.ts";
import { createResourceMachine } from "#machines/kit/resource/resource.machine.ts";
import { securityCodeMachine } from "#machines/securityCode/securityCode.machine.ts";
import { securityCodePromptMachine } from "#machines/securityCodePrompt/securityCodePrompt.machine.ts";
import { sessionMachine } from "#machines/session/session.machine.ts";
import { balancePaymentMachine } from "#machines/balancePayment/balancePayment.machine.ts";
import { walletBindingMachine } from "#machines/walletBinding/walletBinding.machine.ts";
import { walletProofMachine } from "#machines/walletProof/walletProof.machine.ts";
import { walletConnectionMachine } from "#machines/walletConnection/walletConnection.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { createPrices } from "#src/adapters/prices.ts";
import { createMemoryStorage, createAppStorage } from "#src/adapters/storage.ts";
import type { Messenger } from "#src/adapters/telegram/messenger.ts";
import { createBrowserWallets } from "#src/adapters/wallets/browserWallets.ts";

import { createAntiFraudActors } from "./antiFraud.ts";
import { createChatRightsActors } from "./chatRights.ts";
import { createClipboardActors } from "./clipboard.ts";
import { createDepositActors } from "./deposit.ts";
import { createEmailActors } from "./email.ts";
import { createEmailCodeActors } from "./emailCode.ts";
import { createEnvelopeClaimActors } from "./envelopeClaim.ts";
import { createEnvelopeOrderActors } from "./envelopeOrder.ts";
import { createEnvelopeSendActors } from "./envelopeSend.ts";
import { createEnvelopeCloseActors } from "./envelopeClose.ts";
import { createEnvelopePictureActors } from "./envelopePicture.ts";
import { createEnvelopeShareActors } from "./envelopeShare.ts";
import { createEnvironmentActors } from "./environment.ts";
import { createGroupChoiceActors } from "./groupChoice.ts";
import { createLanguageActors } from "./language.ts";
import { createOrderFollowActors } from "./orderFollow.ts";
import { createPagedListActors } from "./pagedList.ts";
import { createPaymentActors } from "./payment.ts";
import { createPickerActors } from "./picker.ts";
import { createSecurityCodeActors } from "./securityCode.ts";
import { createSecurityCodePromptActors } from "./securityCodePrompt.ts";
import { createSessionActors } from "./session.ts";
import { createSystemInfoActors } from "./systemInfo.ts";
import { createBalancePaymentActors } from "./balancePayment.ts";
import { createWalletBindingActors } from "./walletBinding.ts";
import { createWalletProofActors } from "./walletProof.ts";
import { createWalletConnectionActors } from "./walletConnection.ts";

// Nothing is called here: only the names are compared.
const api: Api = { call: () => Promise.reject(new Error("not called")) };
const notCalled = () => Promise.reject(new Error("not called"));
const readSystemInfo = notCalled;
/** Its parent has it loaded before it starts it. */
const COMES_LATE = {};
const messenger = {} as Messenger;
const storage = createAppStorage(createMemoryStorage());
const drafts = { clear: () => {} };

const page = {
  location: { href: "https://hongbao.example/" },
  history: { state: null, replaceState: () => {} },
  navigator: { languages: [] },
};

const resource = createResourceMachine<object, unknown>();

const NO_WALLETS = createBrowserWallets(() => Promise.reject(new Error("not asked")));
const PROVIDED: readonly [string, AnyStateMachine, object][] = [
  ["antiFraud", antiFraudMachine, createAntiFraudActors({ api })],
  ["clipboard", clipboardMachine, createClipboardActors({ page: {} as Window })],
  ["deposit", depositMachine, createDepositActors({ api, wallets: NO_WALLETS })],
  ["email", emailMachine, createEmailActors({ api })],
  ["emailCode", emailCodeMachine, createEmailCodeActors({ api })],
  ["environment", environmentMachine, createEnvironmentActors({ messenger })],
  ["envelopeClaim", envelopeClaimMachine, createEnvelopeClaimActors({ api, onClaimed: () => {} })],
  ["envelopeClose", envelopeCloseMachine, createEnvelopeCloseActors({ api })],
  [
    "envelopeOrder",
    envelopeOrderMachine,
    { ...createEnvelopeOrderActors({ api, loadMeans: notCalled }), payment: COMES_LATE },
  ],
  [
    "envelopeSend",
    envelopeSendMachine,
    {
      ...createEnvelopeSendActors({
        api,
        prices: createPrices(notCalled),
        readSystemInfo,
        getLanguage: () => "en",
        loadOrderPart: notCalled,
      }),
      envelopeOrder: COMES_LATE,
    },
  ],
  ["envelopePicture", envelopePictureMachine, createEnvelopePictureActors({ api, messenger })],
  ["envelopeShare", envelopeShareMachine, createEnvelopeShareActors({ api, messenger })],
  ["chatRights", chatRightsMachine, createChatRightsActors({ api })],
  ["groupChoice", groupChoiceMachine, createGroupChoiceActors({ api, messenger })],
  ["language", languageMachine, createLanguageActors({ api, storage, page, showLanguage: () => Promise.resolve() })],
  ["orderFollow", orderFollowMachine, createOrderFollowActors({ api, withEnvelopes: true })],
  ["pagedList", pagedListMachine, createPagedListActors({ api, fetch: () => new Promise(() => {}) })],
  ["payment", paymentMachine, createPaymentActors({ api, wallets: NO_WALLETS })],
  ["securityCode", securityCodeMachine, createSecurityCodeActors({ api })],
  ["securityCodePrompt", securityCodePromptMachine, createSecurityCodePromptActors({ api })],
  ["session", sessionMachine, createSessionActors({ api, storage, drafts, endWallets: async () => undefined })],
  ["systemInfo", resource, createSystemInfoActors({ api })],
  ["picker", pickerMachine, createPickerActors({ api })],
  ["balancePayment", balancePaymentMachine, createBalancePaymentActors({ api })],
  [
    "walletProof",
    walletProofMachine,
    createWalletProofActors({ api, wallets: NO_WALLETS, ensureAccess: async () => {} }),
  ],
  ["walletBinding", walletBindingMachine, createWalletBindingActors({ api, wallets: NO_WALLETS, readSystemInfo })],
  ["walletConnection", walletConnectionMachine, createWalletConnectionActors({ api, wallets: NO_WALLETS })],
];

describe("actors of the machines", () => {
  it.each(PROVIDED)("%s: every actor that the machine names is provided, and no other", (_, machine, actors) => {
    expect(Object.keys(actors).sort()).toEqual(Object.keys(machine.implementations.actors).sort());
  });
});
