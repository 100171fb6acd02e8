import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { LookKind } from "#machines/picker/picker.machine.ts";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { lookSheetPart } from "./sendParts.ts";

const { Part: LookSheet } = lookSheetPart;

/** Cover and text of the envelope, and the way to others. */
export function LookFields({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<LookKind | null>(null);
  const close = () => {
    setKind(null);
  };
  const { look, draft } = view;
  return (
    <Section>
      <Cell
        before={<Envelope state="sealed" size="tiny" coverId={look.coverId} />}
        title={t("personal:send.cover")}
        subtitle={t(`personal:coverTitle.${look.coverId}`)}
        onClick={() => {
          setKind("cover");
        }}
      />
      <Cell
        before={<Icon name="edit" />}
        title={t("personal:send.text")}
        subtitle={draft.remark.trim() === "" ? t(`copyTexts:${look.messageId}`) : t("personal:send.replaced")}
        onClick={() => {
          setKind("text");
        }}
      />
      {kind !== null && (
        <Suspense>
          <LookSheet kind={kind} view={view} send={send} onClose={close} />
        </Suspense>
      )}
    </Section>
  );
}
