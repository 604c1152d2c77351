import { Bounce, ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './toast-tray.css';

/** The specification's tray, option for option. */
export default function ToastTray() {
  return (
    <ToastContainer
      position="bottom-right"
      autoClose={5000}
      hideProgressBar={false}
      closeOnClick
      pauseOnHover
      draggable
      theme="light"
      transition={Bounce}
      aria-label="Notices"
    />
  );
}
