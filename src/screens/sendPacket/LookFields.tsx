import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { LookKind } from "#machines/picker/picker.machine.ts";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { ErrorBoundary } from "#src/components/shell/ErrorBoundary.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

/** Few people change it for one envelope, so it comes on demand. */
const LookSheet = lazy(async () => ({ default: (await import("./LookSheet.tsx")).LookSheet }));

/** Cover and text of the envelope, and the way to others. */
export function LookFields({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<LookKind | null>(null);
  const [isMissing, setMissing] = useState(false);
  const open = (wanted: LookKind) => {
    setMissing(false);
    setKind(wanted);
  };
  const close = () => {
    setKind(null);
  };
  const tellMissing = () => {
    close();
    setMissing(true);
  };
  const { look, draft } = view;
  return (
    <Section footer={isMissing ? <span role="alert">{t("app:list.failed")}</span> : undefined}>
      <Cell
        before={<Envelope state="sealed" size="tiny" coverId={look.coverId} />}
        title={t("personal:send.cover")}
        subtitle={t(`personal:coverTitle.${look.coverId}`)}
        onClick={() => {
          open("cover");
        }}
      />
      <Cell
        before={<Icon name="edit" />}
        title={t("personal:send.text")}
        subtitle={draft.remark.trim() === "" ? t(`copyTexts:${look.messageId}`) : t("personal:send.replaced")}
        onClick={() => {
          open("text");
        }}
      />
      {kind !== null && (
        <ErrorBoundary fallback={null} onCatch={tellMissing}>
          <Suspense>
            <LookSheet kind={kind} view={view} send={send} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Section>
  );
}
