import { useEffect } from "react";

import { proposeShares } from "#domain/envelope/proposeShares.ts";
import type { SendForm } from "#machines/envelopeSend/sendForm.ts";
import { createResourceFlow } from "#src/adapters/actors/resource.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import type { GroupSize } from "./sendFields.ts";

/** How many members a group has, where the messenger says that. */
const chatSizeFlow = createResourceFlow("chatSize", ({ api }, query: { chatId: string }, signal) =>
  api.call((client) => client.GET("/v1/chat/size", { params: { query }, signal })),
);

interface GroupSizeWatchProps {
  chatId: string;
  draft: SendForm;
  /** Takes the size of the group; null once it is another one. */
  onRead: (size: GroupSize | null) => void;
}

/** Asks how many members the chosen group has; shows nothing itself. */
export function GroupSizeWatch({ chatId, draft, onRead }: GroupSizeWatchProps) {
  const flow = useFlow(chatSizeFlow, {
    input: { params: { chatId } },
    flowKey: chatId,
    open: { type: "resource.load" },
    isDeferred: true,
    isExtra: true,
  });
  const memberCount = flow?.view.value?.memberCount ?? null;
  const shares = memberCount === null ? null : proposeShares({ ...draft, passphrase: null }, memberCount);
  useEffect(() => {
    if (memberCount === null) return undefined;
    onRead({ memberCount, shares });
    return () => {
      onRead(null);
    };
  }, [memberCount, shares, onRead]);
  return null;
}
