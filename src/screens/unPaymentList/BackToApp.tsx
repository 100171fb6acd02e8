import { useTranslation } from "react-i18next";

import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { systemInfo } from "#src/flows/lists.ts";
import { useList } from "#src/hooks/useList.ts";

/** The way back to the messenger, where a new link to this page is made. */
export function BackToApp({ variant }: { variant: "primary" | "secondary" }) {
  const { t } = useTranslation();
  const [info] = useList(systemInfo)?.view.items ?? [];
  if (info === undefined) return null;
  return (
    <ButtonLink href={info.appUrl} variant={variant} icon="linkOut">
      {t("wallet:payment.backToApp")}
    </ButtonLink>
  );
}
