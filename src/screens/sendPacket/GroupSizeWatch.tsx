import { useCallback, useEffect, useState } from "react";

import { proposeShares } from "#domain/envelope/proposeShares.ts";
import type { SendForm } from "#machines/envelopeSend/sendForm.ts";
import { createResourceFlow } from "#src/adapters/actors/resource.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import type { GroupSize } from "./sendFields.ts";

/** How many members a group has, where the messenger says that. */
const chatSizeFlow = createResourceFlow("chatSize", ({ api }, query: { chatId: string }, signal) =>
  api.get("/v1/chat/size", query, signal),
);

interface GroupSizeWatchProps {
  chatIds: readonly string[];
  draft: SendForm;
  /** Takes the size of the group, of several that of the smallest; null once others are chosen. */
  onRead: (size: GroupSize | null) => void;
}

/** Asks how many members the chosen groups have; shows nothing itself. */
export function GroupSizeWatch({ chatIds, draft, onRead }: GroupSizeWatchProps) {
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const noteCount = useCallback(
    (chatId: string, memberCount: number) => setCounts((known) => ({ ...known, [chatId]: memberCount })),
    [],
  );
  const known = chatIds.flatMap((chatId) => counts[chatId] ?? []);
  // Each group gets as many shares as the others: more than the smallest has people would be left over there.
  const memberCount = known.length === chatIds.length ? Math.min(...known) : null;
  const isSmallest = chatIds.length > 1;
  const shares = memberCount === null ? null : proposeShares({ ...draft, passphrase: null }, memberCount);
  useEffect(() => {
    if (memberCount === null) return undefined;
    onRead({ memberCount, shares, isSmallest });
    return () => onRead(null);
  }, [memberCount, shares, isSmallest, onRead]);
  return chatIds.map((chatId) => <OneGroupSize key={chatId} chatId={chatId} onRead={noteCount} />);
}

interface OneGroupSizeProps {
  chatId: string;
  onRead: (chatId: string, memberCount: number) => void;
}

function OneGroupSize({ chatId, onRead }: OneGroupSizeProps) {
  const flow = useFlow(chatSizeFlow, {
    input: { params: { chatId } },
    flowKey: chatId,
    open: { type: "resource.load" },
    isDeferred: true,
    isExtra: true,
  });
  const memberCount = flow?.view.value?.memberCount ?? null;
  useEffect(() => {
    if (memberCount !== null) onRead(chatId, memberCount);
  }, [chatId, memberCount, onRead]);
  return null;
}
