// Copy and print for the dossier sheet.
export default function ({ data, parentElement }) {
  const [copy, print] = parentElement.querySelectorAll("button");
  copy.textContent = data.copy;
  print.textContent = data.print;
  copy.onclick = async () => {
    try {
      await navigator.clipboard.writeText(data.text);
    } catch {
      // A page that came over the local network without TLS has no clipboard: select and copy the old way.
      const area = document.createElement("textarea");
      area.value = data.text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    copy.textContent = data.copied;
  };
  print.onclick = () => window.print();
}
