import { SendFormSkeleton } from "./SendFormSkeleton.tsx";
import { findSendTitle } from "./findSendTitle.ts";
import { SendScreen } from "./SendScreen.tsx";

/** The send page before anything is known of it. */
export function SendLoading({ minChats }: { minChats: number }) {
  return (
    <SendScreen titleKey={findSendTitle(minChats)}>
      <SendFormSkeleton />
    </SendScreen>
  );
}
