import { useTranslation } from "react-i18next";

import type { LookKind } from "#machines/picker/picker.machine.ts";

import { Skeleton } from "#src/components/ui/Skeleton.tsx";

/** As high as two rows of covers, and as a text with its occasion. */
const COVERS_HEIGHT_PX = 300;
const TEXT_HEIGHT_PX = 62;
const TEXTS = 8;

/** The choices before they are known. */
export function LookSkeleton({ kind }: { kind: LookKind }) {
  const { t } = useTranslation();
  return kind === "cover" ? (
    <Skeleton label={t("app:loading")} shape="cards" rows={1} rowHeightPx={COVERS_HEIGHT_PX} />
  ) : (
    <Skeleton label={t("app:loading")} rows={TEXTS} rowHeightPx={TEXT_HEIGHT_PX} />
  );
}
