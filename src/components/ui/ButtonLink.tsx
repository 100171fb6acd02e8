import type { MouseEvent } from "react";

import { ButtonLabel, type ButtonLook, joinButtonClasses } from "./Button.tsx";
import { Link } from "./Link.tsx";

type ButtonLinkProps = ButtonLook &
  (
    | {
        /** In-app path. */
        to: string;
      }
    | {
        /** Address outside the app; opens beside it. */
        href: string;
        /** Where something else than the browser opens it. */
        onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
      }
  );

/** A link that looks like a Button: it leads somewhere and does nothing else. */
export function ButtonLink({ children, variant = "primary", icon, isInline = false, ...target }: ButtonLinkProps) {
  const className = joinButtonClasses(variant, isInline);
  const label = <ButtonLabel icon={icon}>{children}</ButtonLabel>;
  return "to" in target ? (
    <Link className={className} to={target.to}>
      {label}
    </Link>
  ) : (
    <a className={className} href={target.href} target="_blank" rel="noopener noreferrer" onClick={target.onClick}>
      {label}
    </a>
  );
}
