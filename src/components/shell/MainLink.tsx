import { useNavigate } from "react-router-dom";

import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { useMainButton } from "#src/hooks/useMainButton.ts";

interface MainLinkProps {
  /** In-app path. */
  to: string;
  /** What it says. */
  children: string;
}

/** The next step where it is on another page: the messenger's main button where there is one, else a link in the page. */
export function MainLink({ to, children }: MainLinkProps) {
  const navigate = useNavigate();
  const isInPage = useMainButton(
    { text: children, isEnabled: true, isBusy: false, tone: "red" },
    () => void navigate(to),
  );
  return isInPage ? <ButtonLink to={to}>{children}</ButtonLink> : null;
}
