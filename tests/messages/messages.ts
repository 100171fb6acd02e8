import type { ErrorKey } from "#contract/errors.ts";
import type { Failure, WalletFailureReason } from "#machines/kit/failure.ts";

import {
  atBinding,
  atConnection,
  atEmail,
  atEmailCode,
  atLaunch,
  atLogin,
  atManualCopy,
  atPayment,
  atSecurityCode,
  atSendForm,
  atToast,
  type DrawScene,
} from "./scenes.tsx";

interface Message {
  /** The words of SPEC.md, section 5 or 8. */
  spec: string;
  /** i18n key of what the person reads. */
  key: string;
  values?: Readonly<Record<string, string>>;
  /** A control beside it, by its i18n key. */
  buttonKey?: string;
  draw: DrawScene;
}

const api = (error: ErrorKey): Failure => ({ kind: "api", error, message: "" });
const wallet = (reason: WalletFailureReason): Failure => ({ kind: "wallet", reason });

function typeForm(change: object): DrawScene {
  return atSendForm(({ draft }) => ({ draft: { ...draft, ...change } }));
}

/** Every message of SPEC.md, sections 5 and 8, with a moment at which a person reads it. */
export const MESSAGES: readonly Message[] = [
  // Section 5
  { spec: "exactly 8 characters", key: "codes:securityCode.part.length", draw: atSecurityCode("Short1a") },
  {
    spec: "exactly 8 characters",
    key: "codes:securityCode.problem.impossible",
    draw: atSecurityCode("Short1a"),
  },
  {
    spec: "no Chinese characters",
    key: "codes:securityCode.problem.characters",
    draw: atSecurityCode("安全码Abcd1"),
  },
  {
    spec: "must mix upper-case letters",
    key: "codes:securityCode.part.upperCase",
    draw: atSecurityCode("lowcase1"),
  },
  { spec: "lower-case letters and digits", key: "codes:securityCode.part.lowerCase", draw: atSecurityCode("UPCASE12") },
  { spec: "lower-case letters and digits", key: "codes:securityCode.part.digit", draw: atSecurityCode("NoDigits") },
  { spec: "Email: not empty", key: "codes:emailProblem.required", draw: atEmail({ email: "" }) },
  {
    spec: "format is something, an at sign, something, a dot, something, with no spaces",
    key: "codes:emailProblem.format",
    draw: atEmail({ email: "lin at example" }),
  },
  {
    spec: "Verification code: 6 digits",
    key: "codes:code.sentTo",
    values: { email: "ann@example.com" },
    draw: atEmailCode,
  },
  {
    spec: "Total amount is required",
    key: "envelope:problem.amountRequired",
    draw: typeForm({ totalAmount: "", singleAmount: null }),
  },
  {
    spec: "Single amount is required",
    key: "envelope:problem.amountRequired",
    draw: typeForm({ type: "ordinary", totalAmount: null, singleAmount: "" }),
  },
  {
    spec: "cannot be below a minimum",
    key: "envelope:problem.amountTooSmall",
    values: { min: "0.000001", coin: "ETH" },
    draw: typeForm({ type: "ordinary", totalAmount: null, singleAmount: "0" }),
  },
  {
    spec: "Passphrase required",
    key: "envelope:problem.passphraseRequired",
    draw: typeForm({ passphrase: "" }),
  },
  {
    spec: "A wallet type must be chosen",
    key: "wallet:problem.typeRequired",
    draw: atBinding("choosing", { showsProblems: true, walletType: null, address: "" }),
  },
  {
    spec: "Do not use the same email address",
    key: "codes:emailProblem.same",
    draw: atEmail({ currentEmail: "lin@example.com", email: "Lin@example.com" }),
  },
  {
    spec: "The number of red packets sent can only be integers",
    key: "envelope:problem.countInteger",
    draw: typeForm({ count: "1.5" }),
  },
  {
    spec: "Fill in the range 1-100",
    key: "envelope:problem.countRange",
    values: { min: "1", max: "100" },
    draw: typeForm({ count: "101" }),
  },
  {
    spec: "Please fill in your wallet address",
    key: "wallet:problem.addressRequired",
    draw: atBinding("choosing", { showsProblems: true, walletType: "ETH", address: "" }),
  },
  {
    spec: "a message asks the user to select and copy manually",
    key: "app:clipboard.manual",
    draw: atManualCopy,
  },
  // Section 8
  {
    spec: "Any other code shows the message in a toast and rejects",
    key: "app:toast.told",
    values: { message: "Words of the server" },
    draw: atToast("app:toast.told", { message: "Words of the server" }),
  },
  {
    spec: "A request setup error shows its msg",
    key: "app:toast.told",
    values: { message: "Words of the request" },
    draw: atToast("app:toast.told", { message: "Words of the request" }),
  },
  { spec: "invalid launch parameters", key: "app:environment.invalidLaunch", draw: atLaunch("invalidLaunch") },
  {
    spec: "parameters retrieved from no known source (opened outside the messenger)",
    key: "app:environment.outside",
    draw: atLaunch("outside"),
  },
  {
    spec: "messenger environment detection abnormality",
    key: "app:environment.abnormal",
    draw: atLaunch("unavailable"),
  },
  {
    spec: "Login verification failed",
    key: "errors:loginVerificationFailed",
    draw: atLogin("loggedOut", { failure: api("loginVerificationFailed") }),
  },
  {
    spec: "wallet already bound",
    key: "errors:walletAlreadyBound",
    draw: atBinding("failed", { failure: api("walletAlreadyBound") }),
  },
  {
    spec: "wallet count has reached the binding limit, unbind first",
    key: "errors:walletLimitReached",
    draw: atBinding("failed", { failure: api("walletLimitReached") }),
  },
  { spec: "binding failed or timed out", key: "wallet:binding.timedOut", draw: atBinding("timedOut", {}) },
  {
    spec: "wallet not yet bound",
    key: "envelope:send.walletMissing",
    values: { coin: "ETH", wallet: "ETH" },
    draw: atSendForm(() => ({ failure: api("walletNotBound"), funds: { kind: "notBound" } })),
  },
  {
    spec: "insufficient amount of this currency",
    key: "errors:insufficientBalance",
    draw: atSendForm(() => ({ failure: api("insufficientBalance"), funds: null })),
  },
  { spec: "payment failed or cancelled", key: "wallet:payment.state.failed", draw: atPayment("failed", null) },
  { spec: "payment failed or cancelled", key: "wallet:payment.state.cancelled", draw: atPayment("cancelled", null) },
  {
    spec: "payment failed or cancelled",
    key: "wallet:payment.orderEnded.cancelled",
    draw: atPayment("failed", { kind: "orderEnded", status: "cancelled" }),
  },
  {
    spec: "order data to pay abnormal",
    key: "errors:orderNotPayable",
    draw: atPayment("failed", api("orderNotPayable")),
  },
  {
    spec: "missing external payment code",
    key: "errors:paymentCodeMissing",
    draw: atPayment("failed", api("paymentCodeMissing")),
  },
  {
    spec: "wallet address does not match the current transaction",
    key: "wallet:failure.addressMismatch",
    draw: atConnection("wrongAddress"),
  },
  {
    spec: "ETH network inconsistent with this site",
    key: "wallet:failure.wrongNetwork",
    draw: atConnection("wrongNetwork"),
  },
  {
    spec: "wallet extension not installed (three wallet kinds, with an install button)",
    key: "wallet:failure.notInstalled",
    buttonKey: "wallet:connection.install",
    draw: atConnection("notInstalled"),
  },
  {
    spec: "wallet extension not installed (three wallet kinds, with an install button)",
    key: "wallet:failure.notInstalled",
    buttonKey: "wallet:connection.install",
    draw: atConnection("notInstalled", null, "Solana"),
  },
  {
    spec: "wallet extension not installed (three wallet kinds, with an install button)",
    key: "wallet:failure.notInstalled",
    buttonKey: "wallet:connection.install",
    draw: atConnection("notInstalled", null, "Tron"),
  },
  {
    spec: "Tron wallet not logged in, locked, link failed or pay failed",
    key: "wallet:failure.notLoggedIn",
    draw: atConnection("failed", wallet("notLoggedIn")),
  },
  {
    spec: "Tron wallet not logged in, locked, link failed or pay failed",
    key: "wallet:failure.notLoggedIn",
    draw: atPayment("failed", wallet("notLoggedIn")),
  },
  {
    spec: "Tron wallet not logged in, locked, link failed or pay failed",
    key: "wallet:failure.locked",
    draw: atConnection("locked"),
  },
  {
    spec: "Tron wallet not logged in, locked, link failed or pay failed",
    key: "wallet:failure.linkFailed",
    draw: atConnection("failed", wallet("linkFailed")),
  },
  {
    spec: "Tron wallet not logged in, locked, link failed or pay failed",
    key: "wallet:failure.payFailed",
    draw: atPayment("failed", wallet("payFailed")),
  },
  {
    spec: "Ton connection failed or denied",
    key: "wallet:failure.connectionFailed",
    draw: atConnection("failed", wallet("connectionFailed")),
  },
  { spec: "Ton connection failed or denied", key: "wallet:failure.denied", draw: atConnection("denied") },
  {
    spec: "payment failed or cancelled",
    key: "wallet:failure.signedTooLate",
    draw: atPayment("reviewing", wallet("signedTooLate")),
  },
  {
    spec: "user cancelled transaction",
    key: "wallet:failure.cancelled",
    draw: atPayment("cancelled", null),
  },
  {
    spec: "Solana link timeout",
    key: "wallet:failure.linkTimeout",
    draw: atConnection("timedOut", null, "Solana"),
  },
  {
    spec: "wallet connection not correct",
    key: "wallet:failure.notConnected",
    draw: atPayment("failed", wallet("notConnected")),
  },
  {
    spec: "all RPC endpoints unreachable",
    key: "wallet:failure.rpcUnreachable",
    draw: atPayment("failed", wallet("rpcUnreachable")),
  },
  {
    spec: "all RPC endpoints unreachable",
    key: "wallet:failure.rpcUnreachable",
    draw: atConnection("failed", wallet("rpcUnreachable")),
  },
  {
    spec: "failed to obtain balance",
    key: "wallet:failure.balanceUnavailable",
    draw: atPayment("failed", wallet("balanceUnavailable")),
  },
  {
    spec: "insufficient balance",
    key: "wallet:failure.insufficientBalance",
    draw: atPayment("failed", wallet("insufficientBalance")),
  },
  {
    spec: "transaction confirmation timeout (check the Solana explorer manually)",
    key: "wallet:failure.confirmationTimeout",
    draw: atPayment("failed", wallet("confirmationTimeout")),
  },
  {
    spec: "Domain warning: check the opened domain matches; similar domains are fake",
    key: "app:domain.warning",
    draw: atLaunch("outside", true),
  },
];
