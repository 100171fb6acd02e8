/** From a wallet that is looked for to the question for the security code, without which its proof is not taken. */
export const TO_CODE = [
  "done(detect)#1",
  "done(connect)#0",
  "ui.sign#0",
  "done(requestChallenge)#0",
  "done(sign)#0",
  "error(submitProof)#0",
];

/** What the connection of a wallet cannot be given up by, wherever it is shown. */
export const WITHOUT_CANCEL = {
  "proving.submitting --ui.cancel#0": "a proof that is handed in has no control",
  "askingCode --ui.cancel#0": "the question for the code has a way back of its own",
};
