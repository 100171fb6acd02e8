import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { BrokenFlow } from "#src/hooks/useFlow.ts";

import { LoadFailure } from "./LoadFailure.tsx";
import { Screen } from "./Screen.tsx";

/** Shows that the flow of a screen broke, with a way back and one to start it again. Other errors go on. */
export class FlowBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const error: unknown = this.state.error;
    if (error === null) return this.props.children;
    if (!(error instanceof BrokenFlow)) throw error;
    return <Broken onRestart={() => this.setState({ error: null })} />;
  }
}

function Broken({ onRestart }: { onRestart: () => void }) {
  const { t } = useTranslation();
  return <NotLoaded title={t("app:error.crashed")} send={onRestart} />;
}

interface NotLoadedProps {
  /** Where something else than loading failed. */
  title?: string;
  /** Begins the page anew where it is left out. */
  send?: () => void;
}

/** In place of a screen whose code or texts did not come. */
export function NotLoaded(props: NotLoadedProps = {}) {
  const { t } = useTranslation();
  return (
    <Screen title={t("app:name")} isTitleHidden back="/homePage">
      <LoadFailure {...props} />
    </Screen>
  );
}
