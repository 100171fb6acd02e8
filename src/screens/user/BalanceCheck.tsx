import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";

/** Comes with all that checks a statement. */
const { Part: BalanceCheckResult } = lazyPart(
  async () => (await import("./BalanceCheckResult.tsx")).BalanceCheckResult,
);

/** A line that unfolds whether the person's balances are in the newest statement of solvency. */
export function BalanceCheck({ tgUserId }: { tgUserId: number }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Cell
        before={<Icon name="shield" />}
        title={t("about:counted.title")}
        subtitle={t("about:counted.hint")}
        isOpen={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <Suspense fallback={<Skeleton shape="cards" rows={1} rowHeightPx={48} />}>
          <BalanceCheckResult tgUserId={tgUserId} />
        </Suspense>
      )}
    </>
  );
}
