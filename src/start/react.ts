/** The part of React that draws the first screen: a chunk of its own, evaluated in a task of its own. */
export { createRoot } from "react-dom/client";
