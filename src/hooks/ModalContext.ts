import { createContext } from "react";

/** The modal around a part of the page, known by its identity; null: the page itself. */
export const ModalContext = createContext<object | null>(null);
