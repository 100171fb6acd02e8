import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SnapshotFrom } from "xstate";

import { toMessageId } from "#domain/copyTexts.ts";
import { toCoverId } from "#domain/covers.ts";
import type { pickerMachine } from "#machines/picker/picker.machine.ts";

import { Scene } from "./Scene.tsx";
import type { Standing } from "./createStaticApp.ts";

type Snapshot = SnapshotFrom<typeof pickerMachine>;

interface PickerSceneProps {
  at: string;
  picker: Snapshot;
  flows?: Standing["flows"];
  children: ReactNode;
}

/** A scene whose list of covers or texts came from the server in the language that is shown. */
export function PickerScene({ at, picker, flows, children }: PickerSceneProps) {
  const { t, i18n } = useTranslation();
  const { kind, looks } = picker.context;
  const told =
    looks?.map(({ id }) =>
      kind === "cover"
        ? { id, title: t(`personal:coverTitle.${toCoverId(id)}`), text: null }
        : { id, title: t(`personal:textTitle.${toMessageId(id)}`), text: t(`copyTexts:${toMessageId(id)}`) },
    ) ?? null;
  const snapshot = { ...picker, context: { ...picker.context, looks: told } } as Snapshot;
  return (
    <Scene key={i18n.language} at={at} flows={{ ...flows, picker: snapshot }}>
      {children}
    </Scene>
  );
}
