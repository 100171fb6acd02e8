import { Suspense } from "react";

import type { components } from "#contract/schema.d.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { unseenNotePart } from "./sendParts.ts";

const { Part: UnseenNote } = unseenNotePart;

const KINDS = ["group", "channel"] as const;

interface UnseenNotesProps extends FlowProps<"envelopeSend", EnvelopeSendView> {
  chats: readonly components["schemas"]["Chat"][];
}

/** What can be done about chats of which the bot does not see who is a member; the messenger lets a bot in by kind. */
export function UnseenNotes({ view, send, chats }: UnseenNotesProps) {
  return KINDS.map((kind) => {
    const [first, ...others] = chats.filter((chat) => chat.kind === kind);
    return (
      first !== undefined && (
        <Suspense key={kind}>
          <UnseenNote view={view} send={send} chats={[first, ...others]} />
        </Suspense>
      )
    );
  });
}
