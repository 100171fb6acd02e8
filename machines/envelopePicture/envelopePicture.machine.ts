import { assign, setup } from "xstate";
import type { Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failureActions, failTo } from "../kit/request.ts";

/** What the picture says. The passphrase is no part of it: whoever is sent the picture asks for it. */
export interface EnvelopePictureInput {
  envelopeId: string;
  coverId: string | null;
  /** The sender's remark, or the preset wish in the sender's language. */
  words: string;
  senderName: string;
  /** Beside the code: what to do with it. */
  hint: string;
}

export interface MadePicture {
  /** An address that holds the whole picture: it is gone with the chart. */
  dataUrl: string;
  /** How it leaves the device: by its own sheet, as a download, or by a press on it, where neither works. */
  way: "share" | "save" | "hold";
}

export interface EnvelopePictureContext extends EnvelopePictureInput {
  /** Null until it was made. */
  picture: MadePicture | null;
  failure: Failure | null;
}

export type EnvelopePictureEvent = { type: "ui.handOver" } | { type: "ui.retry" };

export const envelopePictureMachine = setup({
  types: {
    input: {} as EnvelopePictureInput,
    context: {} as EnvelopePictureContext,
    events: {} as EnvelopePictureEvent,
  },
  actors: {
    /** Asks the server for the link of the envelope and draws it into the picture. */
    make: provideActor<MadePicture, EnvelopePictureInput>("envelopePicture.make"),
    /** Shares or saves the picture; ends without an error where the person thinks better of it. */
    handOver: provideActor<void, MadePicture>("envelopePicture.handOver"),
  },
  guards: {
    canHandOver: ({ context: { picture } }) => picture !== null && picture.way !== "hold",
  },
  actions: failureActions,
}).createMachine({
  id: "envelopePicture",
  description: "Makes a picture of an open envelope on the device, to be shared or kept.",
  context: ({ input }) => ({ ...input, picture: null, failure: null }),
  initial: "making",
  states: {
    making: {
      description: "The picture is being made.",
      entry: "clearFailure",
      invoke: {
        id: "make",
        src: "make",
        input: ({ context: { envelopeId, coverId, words, senderName, hint } }) => ({
          envelopeId,
          coverId,
          words,
          senderName,
          hint,
        }),
        onDone: {
          target: "made",
          actions: assign({ picture: ({ event }) => event.output }),
          description: "It is there.",
        },
        onError: failTo({
          target: "failed",
          description: "The envelope is over, the server or the cover cannot be reached, or the device cannot draw.",
        }),
      },
    },
    made: {
      description: "The picture is shown.",
      on: {
        "ui.handOver": {
          guard: "canHandOver",
          target: "handingOver",
          description: "The sender shares or saves it.",
        },
      },
    },
    handingOver: {
      description: "The device shares or saves the picture.",
      invoke: {
        id: "handOver",
        src: "handOver",
        input: ({ context: { picture } }) => picture ?? { dataUrl: "", way: "hold" },
        onDone: { target: "made", description: "It is out, or the sender wants it no more." },
        onError: {
          target: "made",
          actions: assign({
            picture: ({ context: { picture } }) => (picture === null ? null : { ...picture, way: "hold" }),
          }),
          description: "The device does not do it after all: a press on the picture is left.",
        },
      },
    },
    failed: {
      description: "The picture could not be made.",
      on: { "ui.retry": { target: "making", description: "The sender tries again." } },
    },
  },
});
