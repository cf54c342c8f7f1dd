// Tells screen readers and the browser which language the page speaks.
export default function ({ data }) {
  document.documentElement.lang = data.lang;
}
