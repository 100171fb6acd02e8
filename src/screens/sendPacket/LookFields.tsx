import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { LookKind } from "#machines/picker/picker.machine.ts";
import { ErrorBoundary } from "#src/components/shell/ErrorBoundary.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/flows/flow.ts";
import { useApp } from "#src/hooks/useApp.ts";

/** Few people change it for one envelope, so it comes on demand. */
const LookSheet = lazy(async () => ({ default: (await import("./LookSheet.tsx")).LookSheet }));

/** Cover and text of the envelope, and the way to others. */
export function LookFields({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const { root } = useApp();
  const [kind, setKind] = useState<LookKind | null>(null);
  const close = () => {
    setKind(null);
  };
  const tellMissing = () => {
    close();
    root.send({ type: "toast.show", tone: "error", labelKey: "app:list.failed" });
  };
  const { look, draft } = view;
  return (
    <Section>
      <Cell
        title={t("personal:send.cover")}
        subtitle={t(`personal:coverTitle.${look.coverId}`)}
        onClick={() => {
          setKind("cover");
        }}
      />
      <Cell
        title={t("personal:send.text")}
        subtitle={draft.remark.trim() === "" ? t(`copyTexts:${look.messageId}`) : t("personal:send.replaced")}
        onClick={() => {
          setKind("text");
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
