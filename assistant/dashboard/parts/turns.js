// The list of events, newest first. A tap on a line opens its three buttons; nothing goes to the server before.
export default function ({ data, parentElement, setTriggerValue }) {
  const list = parentElement.querySelector("ol");
  const open = list.dataset.open;
  list.setAttribute("aria-label", data.label);
  const items = data.rows.map((row) => {
    const id = String(row.id);
    const line = make("button", { type: "button", class: "line", "aria-expanded": String(open === id) },
      make("span", { class: "n" }, row.n), make("bdi", { class: "text" }, row.text));
    const tools = make("div", { class: "tools", role: "group", "aria-label": `${row.n} ${row.text}` });
    for (const [op, label] of Object.entries(data.operations)) {
      if (op === "edit" && !row.editable) continue;
      const button = make("button", { type: "button", class: op }, label);
      button.onclick = () => {
        list.dataset.open = "";
        tools.hidden = true;
        line.setAttribute("aria-expanded", "false");
        setTriggerValue("chosen", { op, id: row.id });
      };
      tools.append(button);
    }
    tools.hidden = open !== id;
    line.onclick = () => {
      const show = tools.hidden;
      for (const other of list.querySelectorAll(".tools")) other.hidden = true;
      for (const other of list.querySelectorAll(".line")) other.setAttribute("aria-expanded", "false");
      tools.hidden = !show;
      line.setAttribute("aria-expanded", String(show));
      list.dataset.open = show ? id : "";
    };
    const item = make("li", { class: row.problem ? "wrong" : row.kind }, line);
    if (row.problem) item.append(make("p", { class: "problem" }, row.problem));
    item.append(tools);
    return item;
  });
  list.replaceChildren(...items);
}
