import { expect, test } from "vitest";

import type { EnvelopeClaimContext } from "#machines/envelopeClaim/envelopeClaim.setup.ts";
import type { Failure } from "#machines/failure.ts";
import type { App } from "#src/createApp.ts";
import { sampleClaim, sampleEnvelope } from "#tests/models/samples.ts";

import { tellUnseenShare } from "./tellUnseenShare.ts";

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

/** Leaves the page and answers what was told, and whether the draft went. */
async function leave(
  context: Partial<EnvelopeClaimContext>,
  during: "claiming" | "opening" | "else",
  failure?: Failure,
) {
  const told: unknown[] = [];
  let asked = 0;
  let isDraftKept = true;
  const api = {
    call: async () => {
      asked += 1;
      if (failure !== undefined) throw failure;
      return { claim: sampleClaim };
    },
  };
  const app = { api, root: { send: (event: unknown) => told.push(event) } } as unknown as Pick<App, "api" | "root">;
  await tellUnseenShare(
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
  return { told, asked, isDraftKept };
}

const GOT = {
  type: "toast.show",
  tone: "success",
  labelKey: "envelope:claim.got",
  values: { amount: "0.012", coin: "ETH" },
};

test("a share whose page was left before the answer is told when it comes", async () => {
  expect(await leave({}, "claiming")).toEqual({ told: [GOT], asked: 1, isDraftKept: false });
});

test("a share whose opening was not waited for is told at once", async () => {
  expect(await leave({ claim: sampleClaim }, "opening")).toEqual({ told: [GOT], asked: 0, isDraftKept: false });
});

test("a refusal is told too, and what was typed is kept", async () => {
  const failure: Failure = { kind: "api", error: "wrongPassphrase", message: "" };
  expect(await leave({}, "claiming", failure)).toEqual({
    told: [{ type: "toast.show", tone: "error", labelKey: "errors:wrongPassphrase", values: { retryAfterSeconds: 0 } }],
    asked: 1,
    isDraftKept: true,
  });
});

test("leaving at any other time asks nothing and tells nothing", async () => {
  expect(await leave({ claim: sampleClaim }, "else")).toEqual({ told: [], asked: 0, isDraftKept: true });
});
