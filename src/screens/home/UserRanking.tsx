import { useSelector } from "@xstate/react";
import { useTranslation } from "react-i18next";

import { viewSession } from "#machines/session/session.view.ts";
import { Link } from "#src/components/ui/Link.tsx";
import { userRankingFlow } from "#src/adapters/actors/resources.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useService } from "#src/hooks/useService.ts";

import { RankingBody } from "./RankingBody.tsx";
import styles from "./UserRanking.module.css";

/** People by what others claimed from their envelopes. */
export function UserRanking({ period }: { period: "week" | "all" }) {
  const { t } = useTranslation();
  const flow = useFlow(userRankingFlow, { input: { params: { period } }, open: { type: "resource.load" } });
  const isHidden = useSelector(
    useService("session"),
    (snapshot) => viewSession(snapshot).user?.hideFromRanking === true,
  );
  return (
    <RankingBody
      flow={flow}
      meTitle={t("home:ranking.me")}
      noPlace={
        isHidden ? (
          <>
            <span>{t("home:ranking.hidden")}</span>{" "}
            <Link className={styles.link} to="/user">
              {t("home:ranking.change")}
            </Link>
          </>
        ) : (
          t("home:ranking.noPlace")
        )
      }
      emptyTitle={t("home:ranking.noUsers")}
    />
  );
}
