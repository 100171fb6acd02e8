import { useEffect } from "react";

import { chatSizeFlow } from "#src/adapters/actors/chatSize.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

interface GroupSizeWatchProps {
  chatId: string;
  /** Takes how many members the group has; null once it is another one. */
  onRead: (memberCount: number | null) => void;
}

/** Asks how many members the chosen group has; shows nothing itself. */
export function GroupSizeWatch({ chatId, onRead }: GroupSizeWatchProps) {
  const flow = useFlow(chatSizeFlow, {
    input: { params: { chatId } },
    flowKey: chatId,
    open: { type: "resource.load" },
    isDeferred: true,
    isExtra: true,
  });
  const memberCount = flow?.view.value?.memberCount ?? null;
  useEffect(() => {
    if (memberCount === null) return undefined;
    onRead(memberCount);
    return () => {
      onRead(null);
    };
  }, [memberCount, onRead]);
  return null;
}
