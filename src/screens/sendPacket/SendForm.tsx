import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { ignore } from "#src/components/ui/switchOff.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useFocusWrongField } from "#src/hooks/useFocusWrongField.ts";

import { EnvelopePreview } from "./EnvelopePreview.tsx";
import { focusNext } from "./focusNext.ts";
import { GroupFields } from "./GroupFields.tsx";
import { listAskedChats } from "./listAskedChats.ts";
import styles from "./SendForm.module.css";
import { chatRightsPart, payFromPart, sendProgressPart, unpaidOrdersPart } from "./sendParts.ts";
import { MoreFields } from "./MoreFields.tsx";
import { PostNote } from "./PostNote.tsx";
import { ShareFields } from "./ShareFields.tsx";
import { UnseenChatsContext } from "./UnseenChatsContext.ts";

const { Part: ChatRightsWatch } = chatRightsPart;
const { Part: PayFrom } = payFromPart;
const { Part: UnpaidOrders } = unpaidOrdersPart;

/** The form of an envelope. It stands still while it is being sent. Stands in a `Suspense`: it comes whole, so that nothing jumps. */
export function SendForm({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const form = useRef<HTMLFieldSetElement>(null);
  const [unseenIds, setUnseenIds] = useState<readonly string[]>([]);
  useEffect(() => {
    void sendProgressPart.preload();
  }, []);
  useFocusWrongField(form, view.rejectedSubmits);
  return (
    <fieldset
      ref={form}
      className={styles.form}
      // Not `disabled`: the browser would move the focus away. What is typed meanwhile counts for nothing.
      aria-disabled={view.isBusy || undefined}
      onKeyDownCapture={focusNext}
      onClickCapture={view.isBusy ? ignore : undefined}
    >
      {view.unpaidOrders.length > 0 && <UnpaidOrders view={view} send={send} />}
      {listAskedChats(view).length > 0 && (
        <Suspense>
          <ChatRightsWatch view={view} onRead={setUnseenIds} />
        </Suspense>
      )}
      <UnseenChatsContext value={unseenIds}>
        <GroupFields view={view} send={send} />
        <ShareFields view={view} send={send} />
        <MoreFields view={view} send={send} />
      </UnseenChatsContext>
      <EnvelopePreview view={view} />
      <PostNote view={view} />
      {/* It comes late, once it is known what can pay, so nothing that is pressed stands below it. */}
      <Suspense>
        <PayFrom view={view} />
      </Suspense>
      <p className={styles.note}>{t("envelope:send.gasNote")}</p>
    </fieldset>
  );
}
