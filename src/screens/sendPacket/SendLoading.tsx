import { SendFormSkeleton } from "./SendFormSkeleton.tsx";
import { findSendTitle } from "./findSendTitle.ts";
import { SendScreen } from "./SendScreen.tsx";

/** The send page before anything is known of it. */
export function SendLoading({ minChats, onBack }: { minChats: number; onBack?: (() => void) | undefined }) {
  return (
    <SendScreen titleKey={findSendTitle(minChats)} onBack={onBack}>
      <SendFormSkeleton />
    </SendScreen>
  );
}
