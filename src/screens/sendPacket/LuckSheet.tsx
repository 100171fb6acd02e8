import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import { type Drawable, PREVIEWED_DRAWS } from "#domain/draw/drawPreview.ts";
import { luckPreviewFlow } from "#src/adapters/actors/luckPreview.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { SheetDone } from "#src/components/shell/SheetDone.tsx";
import { Sheet } from "#src/components/ui/Sheet.tsx";
import { useFlow } from "#src/hooks/useFlow.ts";

import { LuckBars } from "./LuckBars.tsx";
import styles from "./LuckSheet.module.css";

interface LuckSheetProps {
  drawable: Drawable;
  onClose: () => void;
}

/** How luck may fall: draws by the real rule. None of them is kept. */
export function LuckSheet({ drawable, onClose }: LuckSheetProps) {
  const { t, i18n } = useTranslation();
  const flow = useFlow(luckPreviewFlow, { input: { params: drawable }, open: { type: "resource.load" } });
  const draws = flow?.view.value?.draws ?? null;
  const show = (amount: string | undefined) => formatAmountText(amount ?? "0", i18n.language);
  const best = (draws ?? []).map(([first = "0"]) => first);
  best.sort((left, right) => Number(left) - Number(right));
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t("envelope:luck.title")}
      actions={
        <>
          <SheetDone onClose={onClose} />
          {flow !== null && (
            <ActionButton
              actions={flow.view.actions}
              type="ui.refresh"
              send={flow.send}
              labelKey="envelope:luck.again"
              variant="plain"
            />
          )}
        </>
      }
    >
      <div className={styles.luck}>
        {draws !== null && (
          <>
            <LuckBars draws={draws} />
            <output className={styles.note}>
              {t("envelope:luck.best", {
                draws: PREVIEWED_DRAWS,
                low: show(best.at(0)),
                high: show(best.at(-1)),
                coin: COINS[drawable.coinType].ticker,
              })}
            </output>
          </>
        )}
        <p className={styles.note}>{t("envelope:luck.note")}</p>
      </div>
    </Sheet>
  );
}
