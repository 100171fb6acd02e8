import { COINS } from "#domain/coins.ts";
import { failTo } from "../kit/request.ts";
import { withdrawalSetup } from "./withdrawal.setup.ts";

export const loading = withdrawalSetup.createStateConfig({
  description: "The balance, the wallet and what is asked for are being read.",
  tags: "busy",
  entry: "clearFailure",
  invoke: {
    id: "loadAccount",
    src: "loadAccount",
    input: ({ context }) => ({ coinType: context.coinType, payoutId: context.payoutId }),
    onDone: [
      {
        guard: { type: "isFollowed", params: ({ event }) => event.output },
        target: "followingPayout",
        description: "The page was opened for a payout.",
        actions: [
          { type: "setAccount", params: ({ event }) => event.output },
          { type: "setPayout", params: ({ event }) => ({ payout: event.output.payout }) },
        ],
      },
      {
        guard: "isSent",
        target: "outcomeUnknown",
        description: "What was agreed to before the reload is not answered yet.",
        actions: { type: "setAccount", params: ({ event }) => event.output },
      },
      {
        guard: { type: "isNotBound", params: ({ event }) => event.output },
        target: "unbound",
        description: "No wallet of the coin is bound.",
        actions: { type: "setAccount", params: ({ event }) => event.output },
      },
      {
        guard: { type: "isNotProven", params: ({ event }) => event.output },
        target: "proving",
        description: "The wallet is bound by its address alone.",
        actions: { type: "setAccount", params: ({ event }) => event.output },
      },
      {
        target: "editing",
        description: "Money can be withdrawn.",
        actions: { type: "setAccount", params: ({ event }) => event.output },
      },
    ],
    onError: failTo({ target: "failed", description: "They cannot be read." }),
  },
});

export const unbound = withdrawalSetup.createStateConfig({
  description: "A wallet of the coin has to be bound first.",
  on: { "ui.retry": { target: "loading", description: "Look again." } },
});

const openProof = { target: "opening", description: "Open the page that proves it.", actions: "emitProof" } as const;

export const proving = withdrawalSetup.createStateConfig({
  description:
    "The wallet has to be proven, outside the messenger or on the app's own page; this page sees it by itself.",
  initial: "linking",
  exit: "clearProofLink",
  states: {
    linking: {
      description: "The link to that page is being made.",
      invoke: {
        id: "makeProofLink",
        src: "makeProofLink",
        input: ({ context }) => ({ walletType: COINS[context.coinType].walletType }),
        onDone: {
          target: "waiting",
          description: "It can be opened.",
          actions: { type: "setProofLink", params: ({ event }) => event.output },
        },
        onError: failTo({ target: "linkFailed", description: "Not now." }),
      },
    },
    waiting: {
      description: "The pause between two looks at the wallet.",
      on: { "ui.openProof": openProof },
      after: { proofInterval: { target: "checking", description: "Look whether it is proven." } },
    },
    opening: {
      description: "The page comes up elsewhere; another tap would open it twice.",
      after: { openingTime: { target: "waiting", description: "It is up." } },
    },
    checking: {
      description: "The wallet is being read.",
      invoke: {
        id: "loadAccount",
        src: "loadAccount",
        input: ({ context }) => ({ coinType: context.coinType, payoutId: null }),
        onDone: [
          {
            guard: { type: "isNotBound", params: ({ event }) => event.output },
            target: "#withdrawal.unbound",
            description: "It was unbound meanwhile.",
            actions: { type: "setAccount", params: ({ event }) => event.output },
          },
          {
            guard: { type: "isNotProven", params: ({ event }) => event.output },
            target: "waiting",
            description: "Not yet.",
          },
          {
            target: "#withdrawal.editing",
            description: "It is proven.",
            actions: { type: "setAccount", params: ({ event }) => event.output },
          },
        ],
        onError: { target: "waiting", description: "It cannot be read now: look again later." },
      },
      on: { "ui.openProof": openProof },
      after: { proofTimeout: { target: "waiting", description: "No answer in time: look again later." } },
    },
    linkFailed: {
      description: "The link could not be made.",
      on: { "ui.retry": { target: "linking", description: "Try again.", actions: "clearFailure" } },
    },
  },
  after: {
    proofLinkTime: { target: "proving", reenter: true, description: "The link has grown old: make another one." },
  },
});
