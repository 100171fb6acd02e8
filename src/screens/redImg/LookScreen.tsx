import { useTranslation } from "react-i18next";

import type { LookKind } from "#machines/picker/picker.machine.ts";
import type { PickerView } from "#machines/picker/picker.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { pickerFlow } from "#src/adapters/actors/picker.ts";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useHubReturn } from "#src/hooks/useHubReturn.ts";

import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { LookChoices, LookSkeleton } from "#src/components/envelope/LookChoices.tsx";
import styles from "./LookScreen.module.css";

/** Chooses the cover or the text of the envelopes to come. */
export function LookScreen({ kind }: { kind: LookKind }) {
  const { t } = useTranslation();
  const goBack = useHubReturn();
  const flow = useFlow(pickerFlow, { input: { kind, setId: null }, open: { type: "ui.open" } });
  const state = flow?.view.state;
  return (
    <Screen
      title={t(`personal:${kind}s.title`)}
      onBack={goBack}
      footer={flow === null || state === "failed" ? undefined : <LookActions {...flow} />}
    >
      {flow === null ? <Loading kind={kind} /> : <LookBody {...flow} />}
    </Screen>
  );
}

function LookBody({ view, send }: FlowProps<"picker", PickerView>) {
  const { t } = useTranslation();
  if (view.state === "failed") {
    return <LoadFailure failure={view} send={send} />;
  }
  if (view.looks === null) return <Loading kind={view.kind} />;
  return (
    <>
      <LookPreview view={view} />
      <Section isPadded={view.kind === "cover"} footer={view.kind === "text" ? t("personal:texts.hint") : undefined}>
        <LookChoices view={view} onChoose={send} />
      </Section>
    </>
  );
}

function LookActions({ view, send }: FlowProps<"picker", PickerView>) {
  return (
    <>
      <MainAction actions={view.actions} type="ui.apply" send={send} isBusy={view.state === "applying"} />
      <MainAction actions={view.actions} type="ui.retry" send={send} />
    </>
  );
}

function Loading({ kind }: { kind: LookKind }) {
  return (
    <>
      <LookPreviewSkeleton />
      <LookSkeleton kind={kind} />
    </>
  );
}

/** The envelope with what is set, as it would arrive, and how it stands with it. */
function LookPreview({ view }: { view: PickerView }) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const { preview, shown, state, standingKey, failureKey } = view;
  return (
    <div className={styles.preview}>
      <Envelope state="sealed" coverId={preview.coverId} front={t(`copyTexts:${preview.messageId}`)} />
      {failureKey === null ? (
        <output key="standing" className={styles.standing} data-done={state === "applied" || undefined}>
          <span>
            {shown?.mark === "inUse" && <Icon name="check" sizePx={18} />}
            {standingKey === null ? "" : t(standingKey)}
          </span>
        </output>
      ) : (
        <p key="failure" role="alert" className={styles.failure}>
          <span>
            <Icon name="warning" sizePx={18} />
            {t("personal:failed")}
          </span>{" "}
          <span>{getFailureText(view)}</span>
        </p>
      )}
    </div>
  );
}

/** The place of the envelope before it is known. */
function LookPreviewSkeleton() {
  return (
    <div className={styles.preview} aria-hidden="true">
      <div className={styles.ghost} />
      <div className={styles.standing} />
    </div>
  );
}

/** `/redImg`: the cover of the envelopes to come. */
export function RedImg() {
  return <LookScreen kind="cover" />;
}

/** `/redPageAdmin`: the text of the envelopes to come. */
export function RedPageAdmin() {
  return <LookScreen kind="text" />;
}
