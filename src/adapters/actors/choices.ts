import { fromPromise } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Reaction } from "#domain/envelope/reactions.ts";
import type { FlowName, UserChoice } from "#machines/app/flows.ts";
import {
  type ChoiceMachine,
  type ChoiceRequest,
  type Choosable,
  createChoiceMachine,
} from "#machines/kit/choice/choice.machine.ts";
import { viewChoice } from "#machines/kit/choice/choice.view.ts";
import type { App } from "#src/createApp.ts";

type Schemas = components["schemas"];

/** The flow of what a person turns on and off. Waits for `{ type: "ui.turn" }`. */
function createChoiceFlow<Flow extends FlowName, Name extends string, Params>(
  name: Flow,
  choosable: Choosable<Name>,
  save: (app: App, asked: ChoiceRequest<Name, Params>, signal: AbortSignal) => Promise<readonly Name[]>,
) {
  return {
    name,
    create: (app: App): ChoiceMachine<Name, Params> =>
      createChoiceMachine<Name, Params>(choosable).provide({
        actors: {
          save: fromPromise<readonly Name[], ChoiceRequest<Name, Params>>(({ input, signal }) =>
            save(app, input, signal),
          ),
        },
      }),
    view: viewChoice<Name, Params>,
  };
}

/** The sign by which who has a share thanks the sender. */
export const envelopeThankFlow = createChoiceFlow(
  "envelopeThank",
  {
    labelKeys: {
      clap: "envelope:thanks.sign.clap",
      heart: "envelope:thanks.sign.heart",
      fire: "envelope:thanks.sign.fire",
      pray: "envelope:thanks.sign.pray",
      party: "envelope:thanks.sign.party",
      laugh: "envelope:thanks.sign.laugh",
    },
    isOneAtMost: true,
    effect: { type: "page.outdated" },
  },
  async ({ api }, { params, name, isOn }: ChoiceRequest<Reaction, { envelopeId: string }>, signal) => {
    const body = { ...params, reaction: isOn ? name : null };
    const { claim } = await api.post("/v1/redpackage/thank", body, signal);
    return claim.reaction === null ? [] : [claim.reaction];
  },
);

/** A person's switches that are on; what an answer leaves out stands as for somebody who has chosen nothing. */
export function readUserChoices(user: Schemas["UserItem"]): readonly UserChoice[] {
  const { hideFromRanking = false, allowNotifications = true } = user;
  return [
    ...(hideFromRanking ? (["hideFromRanking"] as const) : []),
    ...(allowNotifications ? (["allowNotifications"] as const) : []),
  ];
}

/** Switches that the server keeps for a person. Each asks for itself alone, so that what was chosen elsewhere stays. */
export const userChoicesFlow = createChoiceFlow(
  "userChoices",
  {
    labelKeys: {
      hideFromRanking: "home:switches.hideFromRanking",
      allowNotifications: "home:switches.allowNotifications",
    },
    isOneAtMost: false,
    effect: { type: "app.userChanged" },
  },
  async ({ api }, { name, isOn }: ChoiceRequest<UserChoice, null>, signal) => {
    const body = { [name]: isOn };
    const { userItem } = await api.post("/v1/user/update", body, signal, {
      hasToast: true,
    });
    return readUserChoices(userItem);
  },
);
