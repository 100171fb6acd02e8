import { expect, test } from "vitest";

import type { EnvelopeClaimContext } from "#machines/envelopeClaim/envelopeClaim.setup.ts";
import type { Failure } from "#machines/kit/failure.ts";
import type { App } from "#src/createApp.ts";
import { sampleClaim, sampleEnvelope } from "#tests/models/samples.ts";

import { toastUnseenShare } from "./toastUnseenShare.ts";

const CONTEXT: EnvelopeClaimContext = {
  envelopeId: "e1",
  envelope: sampleEnvelope,
  claims: [],
  claim: null,
  isRepeat: false,
  passphrase: "happy year",
  isChecked: false,
  secondsLeft: null,
  failure: null,
};

/** Leaves the page and returns the toasts and whether the draft is kept. */
async function leave(
  context: Partial<EnvelopeClaimContext>,
  during: "claiming" | "opening" | "else",
  failure?: Failure,
) {
  const toasts: unknown[] = [];
  let asked = 0;
  let isDraftKept = true;
  const api = {
    call: async () => {
      asked += 1;
      if (failure !== undefined) throw failure;
      return { claim: sampleClaim };
    },
  };
  const app = { api, root: { send: (event: unknown) => toasts.push(event) } } as unknown as Pick<App, "api" | "root">;
  await toastUnseenShare(
    app,
    { ...CONTEXT, ...context },
    {
      isClaiming: during === "claiming",
      isOpening: during === "opening",
      forgetDraft: () => {
        isDraftKept = false;
      },
    },
  );
  return { toasts, asked, isDraftKept };
}

const GOT = {
  type: "toast.show",
  tone: "success",
  labelKey: "envelope:claim.got",
  values: { amount: "0.012", coin: "ETH" },
};

test("a share whose page was left before the answer has a toast when the answer comes", async () => {
  expect(await leave({}, "claiming")).toEqual({ toasts: [GOT], asked: 1, isDraftKept: false });
});

test("a share whose opening was not waited for has a toast at once", async () => {
  expect(await leave({ claim: sampleClaim }, "opening")).toEqual({ toasts: [GOT], asked: 0, isDraftKept: false });
});

test("a refusal has a toast too, and what was typed is kept", async () => {
  const failure: Failure = { kind: "api", error: "wrongPassphrase", message: "" };
  expect(await leave({}, "claiming", failure)).toEqual({
    toasts: [{ type: "toast.show", tone: "error", labelKey: "errors:wrongPassphrase", values: {} }],
    asked: 1,
    isDraftKept: true,
  });
});

test("a page that went with its session tells nothing of that, and keeps what was typed", async () => {
  const left = await leave({}, "claiming", { kind: "unauthorized" });
  expect(left).toEqual({ toasts: [], asked: 1, isDraftKept: true });
});

test("leaving at any other time asks nothing and tells nothing", async () => {
  expect(await leave({ claim: sampleClaim }, "else")).toEqual({ toasts: [], asked: 0, isDraftKept: true });
});
