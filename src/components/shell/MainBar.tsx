import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";

import { BottomBar } from "./BottomBar.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { HOME_PATH } from "#src/routes/paths.ts";

/** In the order of SPEC section 2. */
const PLACES = [
  { to: "/homePage", labelKey: "app:nav.home", icon: "home" },
  { to: "/sendRecord?tab=sent", labelKey: "app:nav.record", icon: "sent" },
  { to: "/user", labelKey: "app:nav.personalCenter", icon: "person" },
  { to: "/sendRecord?tab=received", labelKey: "app:nav.receiveRecords", icon: "gift" },
] as const;

/** The bar of main places. Give it to a Screen as `footer` with `isFooterBare`. */
export function MainBar() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const isReceived = new URLSearchParams(search).get("tab") === "received";
  const place = pathname === "/home" ? HOME_PATH : pathname;
  const here = place === "/sendRecord" ? `${place}?tab=${isReceived ? "received" : "sent"}` : place;
  return (
    <BottomBar
      label={t("app:nav.label")}
      items={PLACES.map(({ to, labelKey, icon }) => ({
        to,
        label: t(labelKey),
        icon: <Icon name={icon} />,
        isCurrent: to === here,
      }))}
    />
  );
}
