import { useTranslation } from "react-i18next";

import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

interface BackToAppProps {
  variant: "primary" | "secondary";
  /** The app at the order in question; null: at its start. */
  appUrl?: string | null;
}

/** The way back to the messenger, where a new link to this page is made. */
export function BackToApp({ variant, appUrl = null }: BackToAppProps) {
  const { t } = useTranslation();
  const { value: info } = useSystemInfo().view;
  if (info === null) return null;
  return (
    <ButtonLink href={appUrl ?? info.appUrl} variant={variant} icon="linkOut">
      {t("wallet:payment.backToApp")}
    </ButtonLink>
  );
}
