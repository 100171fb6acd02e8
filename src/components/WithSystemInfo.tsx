import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { systemInfo } from "#src/flows/lists.ts";
import { useList } from "#src/hooks/useList.ts";

import { ErrorState } from "./ErrorState.tsx";
import { Splash } from "./Splash.tsx";

export type SystemInfo = components["schemas"]["SystemInfo"];

/** Shows what depends on the server's coins and names once they are known. */
export function WithSystemInfo({ children }: { children: (info: SystemInfo) => ReactNode }) {
  const { t } = useTranslation();
  const list = useList(systemInfo);
  const [info] = list?.view.items ?? [];
  if (info !== undefined) return children(info);
  if (list?.view.failureKey != null) {
    return (
      <ErrorState
        title={t("app:list.failed")}
        text={t(list.view.failureKey)}
        retryLabel={t("app:list.retry")}
        onRetry={() => {
          list.send({ type: "ui.retry" });
        }}
      />
    );
  }
  return <Splash />;
}
