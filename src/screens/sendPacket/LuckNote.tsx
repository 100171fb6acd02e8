import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { hasLuck } from "#domain/draw/drawPreview.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { Button } from "#src/components/ui/Button.tsx";

import { luckSheetPart } from "./sendParts.ts";

const { Part: LuckSheet } = luckSheetPart;

/** The way to a look at how luck may fall, where amount and number of shares are known and luck decides. */
export function LuckNote({ view: { share, draft, totalEach } }: { view: EnvelopeSendView }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  if (share?.kind !== "luck" || totalEach === null) return null;
  const drawable = { coinType: draft.coinType, total: totalEach, count: Number(draft.count) };
  if (!hasLuck(drawable)) return null;
  return (
    <>
      <Button
        variant="plain"
        icon="dice"
        type="button"
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {t("envelope:luck.title")}
      </Button>
      {isOpen && (
        <Suspense>
          <LuckSheet
            drawable={drawable}
            onClose={() => {
              setIsOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
