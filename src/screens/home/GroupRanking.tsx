import { useTranslation } from "react-i18next";

import { groupRankingFlow } from "#src/adapters/actors/resources.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { RankingBody } from "./RankingBody.tsx";

/** Groups by what was claimed in them. */
export function GroupRanking({ period }: { period: "week" | "all" }) {
  const { t } = useTranslation();
  const flow = useFlow(groupRankingFlow, { input: { params: { period } }, open: { type: "resource.load" } });
  return (
    <RankingBody
      flow={flow}
      meTitle={t("home:ranking.myGroup")}
      noPlace={t("home:ranking.noGroupPlace")}
      emptyTitle={t("home:ranking.noGroups")}
    />
  );
}
